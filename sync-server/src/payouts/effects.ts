import { type PaymentInfo, type Payout, paymentInfos, payouts } from '@shop/shared/payouts/schema.ts'
import type { Effect } from '../platform/commands/command-tx.ts'

/** The job that mails a consignor about a payout to another handle than the last one. */
export const NEW_HANDLE_JOB = 'payouts.mailNewHandle'

/** The payout to write about. `isOwn`: the consignor's own account requested it. */
export type NewHandlePayload = { readonly payoutId: string; readonly isOwn: boolean }

/** Effects of payout requests. A request writes the saved handles only if a handle changes. */
export const payoutEffects: Readonly<Record<string, Effect>> = {
  'payouts.request': (_args, { actor, writes }) => {
    const isNew = [...(writes.get(paymentInfos.name)?.values() ?? [])].some((info) => (info as PaymentInfo | null) !== null)
    const [payout] = [...(writes.get(payouts.name)?.values() ?? [])] as unknown as readonly Payout[]
    if (!isNew || !payout) return []
    const payload: NewHandlePayload = { payoutId: payout.id, isOwn: actor.uid === payout.uid }
    return [{ kind: NEW_HANDLE_JOB, payload }]
  },
}
