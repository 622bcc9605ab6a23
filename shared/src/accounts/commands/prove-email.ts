import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { accountRefusals } from '../errors.ts'
import { isEmailProved, users } from '../schema.ts'

/** Records that the person has proved the account's e-mail. `forgetsChat` also removes the chat link, which may be a stranger's; refuses
 *  ACCOUNT_NOT_FOUND. */
export const proveEmail = defineCommand({
  name: 'accounts.proveEmail',
  args: z.object({ uid: idSchema, forgetsChat: z.optional(z.boolean()) }),
  roles: ['system'],
  channel: 'server',
  refusals: ['ACCOUNT_NOT_FOUND'],
  touches: ({ uid }) => [byId(users, uid)],
  run(tx, { uid, forgetsChat = false }, ctx) {
    const user = tx.get(users, uid)
    if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    if (isEmailProved(user) && !forgetsChat) return
    const chat = forgetsChat ? { discordId: '', discordUsername: '', discordLinkedAtMs: null } : {}
    tx.put(users, { ...user, ...chat, emailProvedAtMs: user.emailProvedAtMs ?? ctx.nowMs })
  },
})
