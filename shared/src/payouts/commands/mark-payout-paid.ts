import * as z from 'zod/mini'
import { touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { post } from '../../sales/rules/ledger.ts'
import { audit } from '../../settings/rules/audit.ts'
import { payoutRefusals } from '../errors.ts'
import { requirePayout } from '../rules/own-payout.ts'
import { payouts } from '../schema.ts'

/** Marks a payout as paid and settles its hold; a repetition changes nothing (law *Hold*). Refuses PAYOUT_NOT_FOUND, PAYOUT_DELETED. */
export const markPayoutPaid = defineCommand({
  name: 'payouts.markPaid',
  args: z.object({ payoutId: idSchema, uid: idSchema }),
  roles: ['admin'],
  paysOut: true,
  refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_DELETED'],
  touches: ({ payoutId, uid }) => [byId(payouts, payoutId), ...touchesOfConsignor(uid)],
  run(tx, { payoutId, uid: namedUid }, ctx) {
    const payout = requirePayout(tx, payoutId, namedUid)
    const { uid } = payout
    if (payout.status === 'deleted') throw refusal(payoutRefusals, 'PAYOUT_DELETED')
    if (payout.status === 'paid') return
    tx.put(payouts, { ...payout, status: 'paid', settledAtMs: ctx.nowMs, settledByUid: ctx.actor.uid })
    post(tx, ctx, {
      kind: 'payout_paid',
      sourceId: payoutId,
      sides: [
        { account: 'consignor_held', uid, amountCents: cents(-payout.amountCents) },
        { account: 'paid_out', uid: null, amountCents: payout.amountCents },
      ],
    })
    audit(tx, ctx, { action: 'payouts.markPaid', subject: uid, after: { amountCents: payout.amountCents, handle: payout.handle } })
  },
})
