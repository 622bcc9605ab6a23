import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ownProfile } from '../rules/own-rows.ts'
import { users } from '../schema.ts'

/** Puts a stored picture into the caller's own profile; the server then deletes the file of the previous picture. Refuses ACCOUNT_NOT_FOUND, and
 *  FORBIDDEN for another person's profile. */
export const setPhoto = defineCommand({
  name: 'accounts.setPhoto',
  args: z.object({ uid: idSchema, photoUrl: z.string().check(z.maxLength(500)) }),
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: ['ACCOUNT_NOT_FOUND', 'FORBIDDEN'],
  touches: ({ uid }) => [byId(users, uid)],
  run(tx, { uid, photoUrl }, ctx) {
    tx.put(users, { ...ownProfile(tx, ctx, uid), photoUrl })
  },
})
