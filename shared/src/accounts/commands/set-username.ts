import * as z from 'zod/mini'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { profileRefusals } from '../profile-errors.ts'
import { ownProfile } from '../rules/own-rows.ts'
import { usernameSchema } from '../rules/username.ts'
import { users } from '../schema.ts'

/** Sets the caller's unique username, on the server, which alone knows all usernames. Refuses USERNAME_TAKEN, ACCOUNT_NOT_FOUND, and FORBIDDEN for
 *  another person's profile. */
export const setUsername = defineCommand({
  name: 'accounts.setUsername',
  args: z.object({ uid: idSchema, username: usernameSchema }),
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: ['USERNAME_TAKEN', 'ACCOUNT_NOT_FOUND', 'FORBIDDEN'],
  touches: ({ uid, username }) => [byId(users, uid), byField(users, 'username', username, false)],
  run(tx, { uid, username }, ctx) {
    const user = ownProfile(tx, ctx, uid)
    if (tx.where(users, 'username', username).some(({ id }) => id !== uid))
      throw refusal(profileRefusals, 'USERNAME_TAKEN', { fields: { username: profileRefusals.USERNAME_TAKEN.message } })
    tx.put(users, { ...user, username })
  },
})
