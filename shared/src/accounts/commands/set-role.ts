import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { accountRefusals } from '../errors.ts'
import { roleSchema, users } from '../schema.ts'

/** Makes a user an admin or an admin a user, with an audit entry. Refuses ACCOUNT_NOT_FOUND. */
export const setRole = defineCommand({
  name: 'accounts.changeRole',
  args: z.object({ uid: idSchema, role: roleSchema }),
  roles: ['system'],
  channel: 'server',
  assurance: 'second',
  refusals: ['ACCOUNT_NOT_FOUND'],
  touches: ({ uid }) => [byId(users, uid)],
  run(tx, { uid, role }, ctx) {
    const user = tx.get(users, uid)
    if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    if (user.role === role) return
    tx.put(users, { ...user, role, adminUntilMs: role === 'user' ? ctx.nowMs : null })
    audit(tx, ctx, { action: 'accounts.changeRole', subject: uid, before: { role: user.role }, after: { role } })
  },
})
