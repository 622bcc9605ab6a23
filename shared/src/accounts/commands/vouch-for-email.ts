import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { administrationRefusals } from '../administration-errors.ts'
import { accountRefusals } from '../errors.ts'
import { isOpen } from '../rules/closed-account.ts'
import { isEmailProved, users } from '../schema.ts'

/** Records, with an audit entry, that an admin or the machine's owner vouches for the e-mail of an account. Refuses ACCOUNT_NOT_FOUND,
 *  ACCOUNT_CLOSED, NOBODY_SIGNS_IN. */
export const vouchForEmail = defineCommand({
  name: 'accounts.vouchForEmail',
  args: z.object({ uid: idSchema }),
  roles: ['admin', 'system'],
  channel: 'server',
  assurance: 'second',
  refusals: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_CLOSED', 'NOBODY_SIGNS_IN'],
  touches: ({ uid }) => [byId(users, uid)],
  run(tx, { uid }, ctx) {
    const user = tx.get(users, uid)
    if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    if (!isOpen(user)) throw refusal(administrationRefusals, 'ACCOUNT_CLOSED')
    if (user.isEarlier) throw refusal(administrationRefusals, 'NOBODY_SIGNS_IN')
    if (isEmailProved(user)) return
    tx.put(users, { ...user, emailProvedAtMs: ctx.nowMs })
    audit(tx, ctx, {
      action: 'accounts.vouchForEmail',
      subject: uid,
      before: { emailProved: false },
      after: { emailProved: true, email: user.email },
    })
  },
})
