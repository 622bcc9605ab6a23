import { type Cents, cents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { tenderKey, tenderName } from '@shop/shared/pos/rules/tender-name.ts'
import type { Tender } from '@shop/shared/pos/schema.ts'
import type { RefundTender } from '@shop/shared/sales/refund-schema.ts'

/** Amount left to pay, 0…totalCents. */
export function remainingCents(totalCents: Cents, tenders: readonly Tender[]): Cents {
  return cents(Math.max(0, totalCents - sumCents(tenders.map((tender) => tender.amountCents))))
}

/** Change due: cash given beyond the amounts it pays. */
export function changeCents(tenders: readonly Tender[]): Cents {
  return sumCents(tenders.map((tender) => (tender.givenCents === null ? ZERO_CENTS : cents(tender.givenCents - tender.amountCents))))
}

/** Makes a cash tender of `givenCents`. It pays at most the amount left, and the rest is change. Undefined when nothing is left or given. */
export function cashTender(leftCents: Cents, givenCents: Cents): Tender | undefined {
  const amountCents = cents(Math.min(leftCents, givenCents))
  return amountCents > 0 ? { kind: 'cash', label: '', amountCents, givenCents } : undefined
}

/** Makes a card or other tender. It is at most the amount left, since it gives no change. Undefined when nothing is left or paid. */
export function otherTender(kind: 'card' | 'other', label: string, leftCents: Cents, amountCents: Cents): Tender | undefined {
  const paid = cents(Math.min(leftCents, amountCents))
  return paid > 0 ? { kind, label: label.trim().slice(0, 100), amountCents: paid, givenCents: null } : undefined
}

const NOTES_CENTS = [100, 500, 1_000, 2_000, 5_000, 10_000] as const
const QUICK_AMOUNTS_MAX = 4
/** Limit of the quick amounts: nobody pays more in notes, and the figures would not fit a button. */
const QUICK_UP_TO_CENTS = 10_000_00

/** Likely amounts of cash for `leftCents`, ascending: the sum rounded up to whole dollars, fives, tens, twenties …, without the exact sum. Empty for
 *  sums that nobody pays in notes. */
export function quickAmounts(leftCents: Cents): readonly Cents[] {
  if (leftCents <= 0 || leftCents > QUICK_UP_TO_CENTS) return []
  const amounts = new Set<number>()
  for (const note of NOTES_CENTS) amounts.add(Math.ceil(leftCents / note) * note)
  amounts.delete(leftCents)
  return [...amounts]
    .sort((a, b) => a - b)
    .slice(0, QUICK_AMOUNTS_MAX)
    .map(cents)
}

/** Sums by the tender's name, in whatever case it is written, in order of first occurrence. Tenders given back are negative; `count`: of those
 *  taken. */
export function totalsByTender(
  tenders: readonly RefundTender[],
): readonly { readonly name: string; readonly amountCents: Cents; readonly count: number }[] {
  const sums = new Map<string, { name: string; amountCents: Cents; count: number }>()
  for (const tender of tenders) {
    const key = tenderKey(tender)
    const before = sums.get(key) ?? { name: tenderName(tender), amountCents: ZERO_CENTS, count: 0 }
    const amountCents = cents(before.amountCents + tender.amountCents)
    sums.set(key, { name: before.name, amountCents, count: before.count + (tender.amountCents > 0 ? 1 : 0) })
  }
  return [...sums.values()]
}
