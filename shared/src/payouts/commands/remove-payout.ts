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

/** Deletes a payout request and releases its hold; refuses PAYOUT_NOT_FOUND, PAYOUT_PAID. It counts as paying out, because after a restore a pending
 *  payout may have been paid already. */
export const removePayout = defineCommand({
  name: 'payouts.remove',
  args: z.object({ payoutId: idSchema, uid: idSchema }),
  roles: ['admin'],
  paysOut: true,
  refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_PAID'],
  touches: ({ payoutId, uid }) => [byId(payouts, payoutId), ...touchesOfConsignor(uid)],
  run(tx, { payoutId, uid: namedUid }, ctx) {
    const payout = requirePayout(tx, payoutId, namedUid)
    const { uid } = payout
    if (payout.status === 'paid') throw refusal(payoutRefusals, 'PAYOUT_PAID')
    if (payout.status === 'deleted') return
    tx.put(payouts, { ...payout, status: 'deleted', settledAtMs: ctx.nowMs, settledByUid: ctx.actor.uid })
    post(tx, ctx, {
      kind: 'payout_deleted',
      sourceId: payoutId,
      sides: [
        { account: 'consignor_held', uid, amountCents: cents(-payout.amountCents) },
        { account: 'consignor_available', uid, amountCents: payout.amountCents },
      ],
    })
    audit(tx, ctx, { action: 'payouts.remove', subject: uid, after: { amountCents: payout.amountCents, handle: payout.handle } })
  },
})
