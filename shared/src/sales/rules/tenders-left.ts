import { type Cents, cents, sumCents, ZERO_CENTS } from '../../kernel/money.ts'
import { tenderKey } from '../../pos/rules/tender-name.ts'
import type { PosSale } from '../../pos/schema.ts'
import type { Refund, RefundTender } from '../refund-schema.ts'

/** Lists the ways in which a void gives back what returns left of a sale. A way by which more went back than came in gives nothing, and the others
 *  that much less. */
export function tendersLeft(sale: PosSale, returns: readonly Refund[]): readonly RefundTender[] {
  if (returns.length === 0) return sale.tenders
  const ways = new Map<string, RefundTender>()
  const add = ({ kind, label }: RefundTender, amountCents: Cents) => {
    const key = `${kind} ${tenderKey({ kind, label })}`
    const before = ways.get(key) ?? { kind, label, amountCents: ZERO_CENTS }
    ways.set(key, { ...before, amountCents: cents(before.amountCents + amountCents) })
  }
  for (const tender of sale.tenders) add(tender, tender.amountCents)
  for (const { lines, tenders } of returns) {
    // what a return gave beyond the sale was none of its payments
    let bookedCents = sumCents(lines.map((line) => line.amountCents))
    for (const tender of tenders) {
      const amountCents = cents(Math.min(tender.amountCents, bookedCents))
      bookedCents = cents(bookedCents - amountCents)
      add(tender, cents(-amountCents))
    }
  }
  const all = [...ways.values()]
  let overCents = all.reduce((sum, { amountCents }) => sum + Math.max(0, -amountCents), 0)
  return all.flatMap((way) => {
    const takenCents = Math.min(Math.max(0, way.amountCents), overCents)
    overCents -= takenCents
    const amountCents = cents(Math.max(0, way.amountCents) - takenCents)
    return amountCents === 0 ? [] : [{ ...way, amountCents }]
  })
}
