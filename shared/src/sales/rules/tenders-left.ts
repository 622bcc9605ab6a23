import { cents, sumCents, ZERO_CENTS } from '../../kernel/money.ts'
import { tenderKey } from '../../pos/rules/tender-name.ts'
import type { PosSale } from '../../pos/schema.ts'
import type { Refund, RefundTender } from '../refund-schema.ts'

/** Adds up payments of one kind and name, in whatever case it is written, in order of first occurrence. */
export function byWay(tenders: readonly RefundTender[]): readonly RefundTender[] {
  const ways = new Map<string, RefundTender>()
  for (const { kind, label, amountCents } of tenders) {
    const key = `${kind} ${tenderKey({ kind, label })}`
    const before = ways.get(key) ?? { kind, label, amountCents: ZERO_CENTS }
    ways.set(key, { ...before, amountCents: cents(before.amountCents + amountCents) })
  }
  return [...ways.values()]
}

/** Lists the ways in which a void gives back what returns left of a sale. A way by which more went back than came in gives nothing, and the others
 *  that much less. */
export function tendersLeft(sale: PosSale, returns: readonly Refund[]): readonly RefundTender[] {
  if (returns.length === 0) return sale.tenders
  const rests = byWay([...sale.tenders, ...returns.flatMap(takenBack)])
  let overCents = rests.reduce((sum, { amountCents }) => sum + Math.max(0, -amountCents), 0)
  return rests.flatMap((way) => {
    const restCents = Math.max(0, way.amountCents)
    const lessCents = Math.min(restCents, overCents)
    overCents -= lessCents
    return restCents === lessCents ? [] : [{ ...way, amountCents: cents(restCents - lessCents) }]
  })
}

/** The payments of a return, negative, as far as the sale covered them: what exceeds it was none of its payments. */
function takenBack({ lines, tenders }: Refund): readonly RefundTender[] {
  let bookedCents = sumCents(lines.map(({ amountCents }) => amountCents))
  return tenders.map((tender) => {
    const amountCents = cents(Math.min(tender.amountCents, bookedCents))
    bookedCents = cents(bookedCents - amountCents)
    return { ...tender, amountCents: cents(-amountCents) }
  })
}
