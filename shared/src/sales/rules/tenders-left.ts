import { cents, sumCents } from '../../kernel/money.ts'
import type { PosSale } from '../../pos/schema.ts'
import type { Refund, RefundTender } from '../refund-schema.ts'

/** Lists the payments of a sale less what its returns gave back of them, which a void gives back. */
export function tendersLeft(sale: PosSale, returns: readonly Refund[]): readonly RefundTender[] {
  const booked = returns.flatMap((refund) => {
    let leftCents = sumCents(refund.lines.map(({ amountCents }) => amountCents))
    return refund.tenders.map((tender) => {
      const amountCents = cents(Math.min(tender.amountCents, leftCents))
      leftCents = cents(leftCents - amountCents)
      return { ...tender, amountCents: cents(-amountCents) }
    })
  })
  return [...sale.tenders, ...booked]
}
