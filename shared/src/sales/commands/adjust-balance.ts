import * as z from 'zod/mini'
import { accountRefusals } from '../../accounts/errors.ts'
import { users } from '../../accounts/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { cents, centsSchema, centsSumSchema } from '../../kernel/money.ts'
import { optionalText } from '../../kernel/text.ts'
import { audit } from '../../settings/rules/audit.ts'
import { emptyBalance, post } from '../rules/ledger.ts'
import { balances } from '../schema.ts'

/** Posts `targetCents` minus `seenCents`, so that a sale booked meanwhile still counts; `seenCents` null stands for the current balance. Also
 *  corrects closed accounts; refuses ACCOUNT_NOT_FOUND. */
export const adjustBalance = defineCommand({
  name: 'sales.adjustBalance',
  args: z.object({ uid: idSchema, targetCents: centsSchema, seenCents: z.nullable(centsSumSchema), reason: optionalText(500) }),
  roles: ['admin'],
  channel: 'server',
  assurance: 'second',
  refusals: ['ACCOUNT_NOT_FOUND'],
  touches: ({ uid }) => [byId(users, uid, false), byId(balances, uid)],
  run(tx, { uid, targetCents, seenCents, reason }, ctx) {
    if (!tx.get(users, uid)) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    const { availableCents } = tx.get(balances, uid) ?? emptyBalance(uid)
    const changeCents = cents(targetCents - (seenCents ?? availableCents))
    if (changeCents === 0) return
    post(tx, ctx, {
      kind: 'adjustment',
      sourceId: uid,
      sides: [
        { account: 'consignor_available', uid, amountCents: changeCents },
        { account: 'adjustments', uid: null, amountCents: cents(-changeCents) },
      ],
    })
    audit(tx, ctx, {
      action: 'sales.adjustBalance',
      subject: uid,
      before: { availableCents },
      after: { availableCents: availableCents + changeCents, ...(reason === '' ? {} : { reason }) },
    })
  },
})
