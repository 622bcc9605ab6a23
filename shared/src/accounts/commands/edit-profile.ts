import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { chatIdSchema } from '../rules/chat-id.ts'
import { ownProfile } from '../rules/own-rows.ts'
import { displayNameSchema } from '../rules.ts'
import { users } from '../schema.ts'

/** Changes to a person's own profile. Absent fields stay unchanged. */
export const profileChangesSchema = z.partial(
  z.object({
    displayName: displayNameSchema,
    discordId: chatIdSchema,
    discordNotificationsEnabled: z.boolean('Please send true or false'),
    emailNotificationsEnabled: z.boolean('Please send true or false'),
  }),
)
/** Changes to a person's own profile. */
export type ProfileChanges = z.infer<typeof profileChangesSchema>

/** The command can only remove the picture, because `setPhoto` sets an uploaded picture. */
const changesSchema = z.extend(profileChangesSchema, { photoUrl: z.optional(z.literal('')) })

/** Edits the caller's own profile; a new chat id clears the chat name and the link date of the previous id. Refuses ACCOUNT_NOT_FOUND, and FORBIDDEN
 *  for another person's profile. */
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
