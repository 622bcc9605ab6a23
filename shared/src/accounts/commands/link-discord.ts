import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { accountRefusals } from '../errors.ts'
import { users } from '../schema.ts'

/** Maximum length of a Discord id or name, in characters. Ids have up to 20 digits, names up to 32 characters. */
const MAX_DISCORD_TEXT = 100

/** Links the Discord account that a person proved to own, or unlinks it when both texts are ''; an id that the person typed stays. Refuses
 *  ACCOUNT_NOT_FOUND. */
export const linkDiscord = defineCommand({
  name: 'accounts.linkDiscordAccount',
  args: z.object({
    uid: idSchema,
    discordId: z.string().check(z.maxLength(MAX_DISCORD_TEXT)),
    discordUsername: z.string().check(z.maxLength(MAX_DISCORD_TEXT)),
  }),
  roles: ['system'],
  channel: 'server',
  refusals: ['ACCOUNT_NOT_FOUND'],
  touches: ({ uid }) => [byId(users, uid)],
  run(tx, { uid, discordId, discordUsername }, ctx) {
    const user = tx.get(users, uid)
    if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    if (discordId === '' && user.discordLinkedAtMs === null) return
    const isSame = user.discordId === discordId && user.discordLinkedAtMs !== null
    if (isSame && user.discordUsername === discordUsername) return
    const discordLinkedAtMs = discordId === '' ? null : isSame ? user.discordLinkedAtMs : ctx.nowMs
    tx.put(users, { ...user, discordId, discordUsername, discordLinkedAtMs })
  },
})
