import { payoutRefusals } from '@shop/shared/payouts/errors.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'

/** What is said to an admin who is about to settle a payout that is no longer pending; null while it is. `payout`: as it is now. */
export function settledWords(payout: Payout | undefined, name: (uid: string) => string, moment: (atMs: number) => string): string | null {
  if (!payout) return `Error: ${payoutRefusals.PAYOUT_NOT_FOUND.message}`
  const { status, settledByUid, settledAtMs } = payout
  if (status === 'pending') return null
  const who = settledByUid === null ? '' : ` by ${name(settledByUid)}`
  const when = settledAtMs === null ? '' : ` on ${moment(settledAtMs)}`
  return status === 'paid'
    ? `Error: This payout was already paid${who}${when}.`
    : `Error: This payout request was already deleted${who}${when}, and its amount was given back.`
}
