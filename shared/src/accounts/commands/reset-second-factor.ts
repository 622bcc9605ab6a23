import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { accountRefusals } from '../errors.ts'
import { users } from '../schema.ts'

/** Audits that the operator reset somebody's second factor. Refuses ACCOUNT_NOT_FOUND. */
export const resetSecondFactor = defineCommand({
  name: 'accounts.resetSecondFactor',
  args: z.object({ uid: idSchema }),
  roles: ['system'],
  channel: 'server',
  refusals: ['ACCOUNT_NOT_FOUND'],
  touches: ({ uid }) => [byId(users, uid, false)],
  run(tx, { uid }, ctx) {
    const user = tx.get(users, uid)
    if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    audit(tx, ctx, { action: 'accounts.resetSecondFactor', subject: uid, after: { email: user.email } })
  },
})
