import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit, differing } from '../../settings/rules/audit.ts'
import { administrationRefusals } from '../administration-errors.ts'
import { accountRefusals } from '../errors.ts'
import { isOpen } from '../rules/closed-account.ts'
import { type UserChanges, userChangesSchema } from '../rules/edited-user.ts'
import { users } from '../schema.ts'

/** Changes the given fields of a user's profile, with an audit entry. Refuses ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED. */
export const editUser = defineCommand({
  name: 'accounts.editUser',
  args: z.object({ uid: idSchema, changes: userChangesSchema }),
  roles: ['admin'],
  channel: 'server',
  assurance: 'recent',
  refusals: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_CLOSED'],
  touches: ({ uid }) => [byId(users, uid)],
  run(tx, { uid, changes }, ctx) {
    const user = tx.get(users, uid)
    if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    if (!isOpen(user)) throw refusal(administrationRefusals, 'ACCOUNT_CLOSED')
    const changed = differing<UserChanges>(user, changes)
    if (!changed) return
    tx.put(users, { ...user, ...changed.is } as typeof user)
    audit(tx, ctx, {
      action: 'accounts.editUser',
      subject: uid,
      before: changed.was,
      after: changed.is,
    })
  },
})
