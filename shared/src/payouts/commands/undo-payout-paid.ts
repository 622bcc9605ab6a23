import * as z from 'zod/mini'
import { requireNotErased } from '../../accounts/rules/acting-for.ts'
import { presentConsignor, touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { post } from '../../sales/rules/ledger.ts'
import { audit } from '../../settings/rules/audit.ts'
import { payoutRefusals } from '../errors.ts'
import { requirePayout } from '../rules/own-payout.ts'
import { payouts } from '../schema.ts'

/** Maximum milliseconds between the server's receipts of a mark and of its undo: a tablet that loses its network with the undo still unsent may stay
 *  away over a long weekend. */
export const UNDO_PAID_WINDOW_MS = 72 * 3_600_000

/** Takes back one's own mark of a payout as paid, and holds its amount again (decision 0064). Refuses PAYOUT_NOT_FOUND, PAYOUT_DELETED, PAYOUT_NOT_PAID,
 *  PAYOUT_PAID_BY_OTHER, PAYOUT_UNDO_LATE, FORBIDDEN (the consignor was erased). */
export const undoPayoutPaid = defineCommand({
  name: 'payouts.undoPaid',
  args: z.object({ payoutId: idSchema, uid: idSchema }),
  roles: ['admin'],
  // it waits for its mark when a restored shop gets both back
  paysOut: true,
  refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_DELETED', 'PAYOUT_NOT_PAID', 'PAYOUT_PAID_BY_OTHER', 'PAYOUT_UNDO_LATE', 'FORBIDDEN'],
  touches: ({ payoutId, uid }) => [byId(payouts, payoutId), ...touchesOfConsignor(uid)],
  run(tx, { payoutId, uid: namedUid }, ctx) {
    const payout = requirePayout(tx, payoutId, namedUid)
    const { uid, status, amountCents, handle } = payout
    if (status === 'deleted') throw refusal(payoutRefusals, 'PAYOUT_DELETED')
    if (status === 'pending') throw refusal(payoutRefusals, 'PAYOUT_NOT_PAID')
    if (payout.settledByUid !== ctx.actor.uid) throw refusal(payoutRefusals, 'PAYOUT_PAID_BY_OTHER')
    // both times are the server's; a device has no say, since its clock may be years off
    if (ctx.receivedAtMs !== null && ctx.receivedAtMs - (payout.settledAtMs ?? 0) > UNDO_PAID_WINDOW_MS)
      throw refusal(payoutRefusals, 'PAYOUT_UNDO_LATE')
    requireNotErased(presentConsignor(tx, namedUid))
    tx.put(payouts, { ...payout, status: 'pending', settledAtMs: null, settledByUid: null })
    post(tx, ctx, {
      kind: 'payout_unpaid',
      sourceId: payoutId,
      sides: [
        { account: 'consignor_held', uid, amountCents },
        { account: 'paid_out', uid: null, amountCents: cents(-amountCents) },
      ],
    })
    audit(tx, ctx, { action: 'payouts.undoPaid', subject: uid, after: { amountCents, handle } })
  },
})
