import { type Discrepancy, discrepancies } from '@shop/shared/inventory/schema.ts'
import { type Refund, refunds } from '@shop/shared/sales/refund-schema.ts'
import { withdrawnIdOf } from '@shop/shared/sales/rules/book-refund.ts'
import { type Sale, sales } from '@shop/shared/sales/schema.ts'
import type { Returned } from './oracle/deeds.ts'
import type { Truth } from './simulated-server.ts'

const sumOf = (parts: readonly Returned[], field: keyof Returned) => parts.reduce((sum, part) => sum + part[field], 0)

/** Finds the part that a return took from its sale. */
export function returnedOf(truth: Truth): (refundId: string) => Returned | undefined {
  const known = new Map(truth.all<Refund>(refunds).map((refund) => [refund.id, refund]))
  const fields = ['quantity', 'amountCents', 'taxCents', 'payoutCents'] as const
  return (refundId) => {
    const { lines } = known.get(refundId) ?? {}
    return lines && (Object.fromEntries(fields.map((field) => [field, sumOf(lines, field)])) as Returned)
  }
}

/** A return is recorded, or asks an admin. All returns of a line together take no more than was sold, from each in proportion to within a cent a
 *  return, and with the last money exactly all. */
export function wrongReturns(truth: Truth, done: readonly string[]): string[] {
  const all = truth.all<Refund>(refunds)
  const known = new Set(all.map(({ id }) => id))
  const asked = new Map(truth.all<Discrepancy>(discrepancies).map(({ id, kind }) => [id, kind]))
  const lost = done
    .filter((id) => !known.has(id) && asked.get(withdrawnIdOf(id)) !== 'refund_withdrawn')
    .map((id) => `the return ${id} is nowhere`)
  const ofLine = new Map<string, Returned[]>()
  for (const line of all.flatMap(({ lines }) => lines)) ofLine.set(line.saleLineId, [...(ofLine.get(line.saleLineId) ?? []), line])
  return [...lost, ...truth.all<Sale>(sales).flatMap((sale) => wrongParts(sale, ofLine.get(sale.id) ?? []))]
}

function wrongParts({ id, booked, ...recorded }: Sale, returned: readonly Returned[]): string[] {
  const { soldQuantity, salePriceCents, payoutCents } = { ...recorded, ...booked }
  const backCents = sumOf(returned, 'amountCents')
  const wholes = { taxCents: recorded.taxCents, payoutCents }
  const broken = Object.entries(wholes).flatMap(([field, whole]) => {
    const tookCents = sumOf(returned, field as keyof Returned)
    const rightCents = salePriceCents === 0 ? 0 : (whole * backCents) / salePriceCents
    const tolerance = backCents === salePriceCents ? 0 : returned.length
    return Math.abs(tookCents - rightCents) > tolerance
      ? [`returns of ${id} took ${tookCents} of ${field}, and ${rightCents} is right`]
      : []
  })
  if (backCents > salePriceCents) broken.push(`returns of ${id} gave ${backCents} of ${salePriceCents} cents back`)
  if (sumOf(returned, 'quantity') > soldQuantity) broken.push(`more pieces of ${id} came back than were sold`)
  return broken
}
