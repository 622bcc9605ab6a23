import { type Cents, cents, sumCents } from '../../kernel/money.ts'
import type { Refund, RefundTender } from '../../sales/refund-schema.ts'
import { tendersLeft } from '../../sales/rules/tenders-left.ts'
import type { PosSale } from '../schema.ts'
import { isWithin, type Period } from './period.ts'

/** The POS sales of a shop and their returns. */
export type PosFacts = { readonly sales: readonly PosSale[]; readonly refunds: readonly Refund[] }

/** Money that a sale brought in, or that a return or void gave back (negative), on the day on which it was made. So no return and no void changes
 *  the figures of an earlier day. */
export type Taking = {
  readonly kind: 'sale' | 'return' | 'void'
  readonly atMs: number
  readonly saleId: string
  readonly receiptNumber: string
  /** The shift whose drawer took or gave its cash; null for none. */
  readonly shiftId: string | null
  /** Time of the sale; of a return, its own. */
  readonly soldAtMs: number
  /** Money of customers, tax-inclusive. */
  readonly amountCents: Cents
  readonly taxCents: Cents
  readonly payoutCents: Cents
  readonly tenders: readonly RefundTender[]
  /** The sale; undefined for a return whose sale is unknown. */
  readonly sale: PosSale | undefined
  /** The returns of which this is made: of a return itself, of a void those before it. */
  readonly refunds: readonly Refund[]
}

/** Lists the takings of each sale, and of each return. */
export function takingsOf({ sales, refunds }: PosFacts): readonly Taking[] {
  const returned = new Map<string, Refund[]>()
  for (const refund of refunds) {
    const known = returned.get(refund.saleId)
    if (known) known.push(refund)
    else returned.set(refund.saleId, [refund])
  }
  const known = new Map(sales.map((sale) => [sale.id, sale]))
  return [
    ...sales.map(saleTaking),
    ...refunds.map((refund) => returnTaking(refund, known.get(refund.saleId))),
    ...sales.flatMap((sale) => (sale.voidedAtMs === null ? [] : [voidTaking(sale, sale.voidedAtMs, returned.get(sale.id) ?? [])])),
  ]
}

function saleTaking(sale: PosSale): Taking {
  const { id: saleId, receiptNumber, soldAtMs, totalCents: amountCents, taxCents, payoutCents, tenders } = sale
  return {
    ...{ kind: 'sale', atMs: soldAtMs, saleId, receiptNumber, shiftId: sale.shiftId ?? null, soldAtMs },
    ...{ amountCents, taxCents, payoutCents, tenders, sale, refunds: [] },
  }
}

const negated = (tenders: readonly RefundTender[]): readonly RefundTender[] =>
  tenders.map((tender) => ({ ...tender, amountCents: cents(-tender.amountCents) }))

function returnTaking(refund: Refund, sale: PosSale | undefined): Taking {
  const { saleId, receiptNumber, atMs, lines, tenders } = refund
  return {
    ...{ kind: 'return', atMs, saleId, receiptNumber, shiftId: refund.shiftId ?? null, soldAtMs: atMs, sale, refunds: [refund] },
    amountCents: cents(-sumCents(tenders.map((tender) => tender.amountCents))),
    taxCents: cents(-sumCents(lines.map((line) => line.taxCents))),
    payoutCents: cents(-sumCents(lines.map((line) => line.payoutCents))),
    tenders: negated(tenders),
  }
}

/** A void gives back what returns left of the sale. */
function voidTaking(sale: PosSale, voidedAtMs: number, refunds: readonly Refund[]): Taking {
  const { id: saleId, receiptNumber, soldAtMs } = sale
  const lines = refunds.flatMap((refund) => refund.lines)
  const left = (whole: Cents, parts: readonly Cents[]) => cents(sumCents(parts) - whole)
  return {
    ...{ kind: 'void', atMs: voidedAtMs, saleId, receiptNumber, shiftId: sale.voidShiftId ?? null, soldAtMs, sale, refunds },
    amountCents: left(
      sale.totalCents,
      lines.map((line) => line.amountCents),
    ),
    taxCents: left(
      sale.taxCents,
      lines.map((line) => line.taxCents),
    ),
    payoutCents: left(
      sale.payoutCents,
      lines.map((line) => line.payoutCents),
    ),
    tenders: negated(tendersLeft(sale, refunds)),
  }
}

/** Selects the takings of a period. A sale that was made and voided in it, without a return, is left out with its void. */
export function takingsIn(takings: readonly Taking[], period: Period): readonly Taking[] {
  const inside = takings.filter(({ atMs }) => isWithin(atMs, period))
  const cancelled = new Set(inside.flatMap((one) => (isCancelled(one, period) ? [one.saleId] : [])))
  return inside.filter(({ kind, saleId }) => kind === 'return' || !cancelled.has(saleId))
}

const isCancelled = ({ kind, soldAtMs, refunds }: Taking, period: Period): boolean =>
  kind === 'void' && refunds.length === 0 && isWithin(soldAtMs, period)

/** Number of sales that a taking adds to its period: a void takes a sale away only from the period in which it was sold, and a return none. */
export function salesIn({ kind, soldAtMs }: Pick<Taking, 'kind' | 'soldAtMs'>, period: Period): 1 | 0 | -1 {
  if (kind === 'sale') return 1
  return kind === 'void' && isWithin(soldAtMs, period) ? -1 : 0
}
