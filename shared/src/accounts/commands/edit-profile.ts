import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { chatIdSchema } from '../rules/chat-id.ts'
import { ownProfile } from '../rules/own-rows.ts'
import { displayNameSchema } from '../rules.ts'
import { users } from '../schema.ts'

/** Changes of a person's own profile: what is absent stays. */
export const profileChangesSchema = z.partial(
  z.object({
    displayName: displayNameSchema,
    discordId: chatIdSchema,
    discordNotificationsEnabled: z.boolean('Please send true or false'),
    emailNotificationsEnabled: z.boolean('Please send true or false'),
  }),
)
/** Changes of a person's own profile. */
export type ProfileChanges = z.infer<typeof profileChangesSchema>

/** What the command takes: an uploaded picture is shown by `setPhoto` alone, so all that can be said here is that there is none. */
const changesSchema = z.extend(profileChangesSchema, { photoUrl: z.optional(z.literal('')) })

/** Changes the own profile. A chat id typed by hand is not one the chat provider vouched for: its name and the day it was linked go.
 *  Refuses ACCOUNT_NOT_FOUND, and FORBIDDEN for somebody else's. */
export const editProfile = defineCommand({
  name: 'accounts.editProfile',
  args: z.object({ uid: idSchema, changes: changesSchema }),
  roles: ['user', 'admin'],
  refusals: ['ACCOUNT_NOT_FOUND', 'FORBIDDEN'],
  touches: ({ uid }) => [byId(users, uid)],
  run(tx, { uid, changes }, ctx) {
    const user = ownProfile(tx, ctx, uid)
    const isOtherChat = changes.discordId !== undefined && changes.discordId !== user.discordId
    tx.put(users, { ...user, ...changes, ...(isOtherChat ? { discordUsername: '', discordLinkedAtMs: null } : {}) })
  },
})
