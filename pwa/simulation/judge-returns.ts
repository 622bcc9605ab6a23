import { type Discrepancy, discrepancies } from '@shop/shared/inventory/schema.ts'
import { type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { type Refund, refunds } from '@shop/shared/sales/refund-schema.ts'
import { unknownSaleIdOf, withdrawnIdOf } from '@shop/shared/sales/rules/book-refund.ts'
import { suspendedIdOf } from '@shop/shared/sales/rules/sold-pieces.ts'
import { type Sale, sales } from '@shop/shared/sales/schema.ts'
import type { ReturnDeed, Returned } from './oracle/deeds.ts'
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
export function wrongReturns(truth: Truth, deeds: readonly ReturnDeed[]): string[] {
  const done = deeds.map(({ refundId }) => refundId)
  const all = truth.all<Refund>(refunds)
  const known = new Set(all.map(({ id }) => id))
  const asked = new Map(truth.all<Discrepancy>(discrepancies).map(({ id, kind }) => [id, kind]))
  const lost = done
    .filter((id) => !known.has(id) && asked.get(withdrawnIdOf(id)) !== 'refund_withdrawn')
    .map((id) => `the return ${id} is nowhere`)
  const ofLine = new Map<string, Returned[]>()
  for (const line of all.flatMap(({ lines }) => lines)) ofLine.set(line.saleLineId, [...(ofLine.get(line.saleLineId) ?? []), line])
  const wrong = truth.all<Sale>(sales).flatMap((sale) => wrongParts(sale, ofLine.get(sale.id) ?? []))
  return [...lost, ...wrong, ...needlessLosses(truth, deeds, all)]
}

function wrongParts({ id, booked, ...recorded }: Sale, returned: readonly Returned[]): string[] {
  const { soldQuantity, salePriceCents, payoutCents } = { ...recorded, ...booked }
  const backCents = sumOf(returned, 'amountCents')
  // the share of goods on which the shop lost money comes back by their pieces
  const isLoss = salePriceCents - recorded.taxCents - payoutCents < 0
  const byPieces = [sumOf(returned, 'quantity'), soldQuantity] as const
  const wholes = { taxCents: recorded.taxCents, payoutCents }
  const broken = Object.entries(wholes).flatMap(([field, whole]) => {
    const tookCents = sumOf(returned, field as keyof Returned)
    const [back, all] = isLoss && field === 'payoutCents' ? byPieces : [backCents, salePriceCents]
    const rightCents = all === 0 ? 0 : (whole * back) / all
    const tolerance = back === all ? 0 : returned.length
    return Math.abs(tookCents - rightCents) > tolerance
      ? [`returns of ${id} took ${tookCents} of ${field}, and ${rightCents} is right`]
      : []
  })
  if (backCents > salePriceCents) broken.push(`returns of ${id} gave ${backCents} of ${salePriceCents} cents back`)
  if (sumOf(returned, 'quantity') > soldQuantity) broken.push(`more pieces of ${id} came back than were sold`)
  return broken
}

/** The shop bears the loss of a piece only when its line has none left, while its sale is unknown, or when an admin said so. */
function needlessLosses(truth: Truth, deeds: readonly ReturnDeed[], all: readonly Refund[]): string[] {
  const lines = new Map(truth.all<Sale>(sales).map((sale) => [sale.id, sale]))
  const leftOf = (saleLineId: string) => {
    const sold = lines.get(saleLineId)
    if (!sold || sold.voidedAtMs !== null) return 0
    const back = all.flatMap((refund) => refund.lines).filter((line) => line.saleLineId === saleLineId)
    return (sold.booked ?? sold).soldQuantity - sumOf(back, 'quantity')
  }
  const kept = truth.all<Discrepancy>(discrepancies).flatMap((one) => (isKept(one) ? [one.id] : []))
  const [keptAsLoss, known] = [new Set(kept), new Map(all.map((refund) => [refund.id, refund]))]
  return deeds.flatMap(({ refundId, quantity }) => {
    const refund = known.get(refundId)
    if (!refund || keptAsLoss.has(unknownSaleIdOf(refundId))) return []
    const [line] = refund.lines
    const leftCount = line && line.quantity < quantity ? leftOf(line.saleLineId) : 0
    return leftCount > 0 ? [`the return ${refundId} is the shop's loss, and ${leftCount} pieces of its line are left`] : []
  })
}

/** True for a question about an unknown sale that waits, or that a person accepted. The server alone settles one without loss. */
const isKept = ({ kind, settledByUid }: Discrepancy) => kind === 'refund_without_sale' && settledByUid !== 'system'

/** A return waits only for a sale that is not there. */
export function leftWaiting(truth: Truth): string[] {
  const there = new Set(truth.all<PosSale>(posSales).map(({ id }) => id))
  return truth.all<Discrepancy>(discrepancies).flatMap(({ kind, saleId, settledAtMs }) => {
    const isWaiting = kind === 'refund_without_sale' && settledAtMs === null && saleId !== null
    return isWaiting && [saleId, suspendedIdOf(saleId)].some((id) => there.has(id))
      ? [`a return of ${saleId} waits, and the sale is there`]
      : []
  })
}
