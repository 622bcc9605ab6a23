import { withoutErasedNames } from '../../accounts/rules/erased-names.ts'
import { isErased } from '../../accounts/rules/erasure.ts'
import { users } from '../../accounts/schema.ts'
import { openDiscrepancy, openOnce } from '../../inventory/rules/stock.ts'
import { byField, byId, type CommandContext, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { cashOf, noteCash } from '../../pos/rules/shift-cash.ts'
import { carts, type PosSaleLine, posSales, type RungUpSale } from '../../pos/schema.ts'
import type { Reduction } from '../reduction-schema.ts'
import { balances, FRESH_SALE, type Sale, sales } from '../schema.ts'
import { post, sidesOfSale, sidesOfTenders } from './ledger.ts'
import { saleLineId } from './sold-pieces.ts'
import { lineTotals } from './totals.ts'

/** Names the rows that the booking of a sale reads and writes, except its items. */
export function touchesOfBooking({
  saleId,
  cartId,
  consignorIds,
}: {
  readonly saleId: string
  readonly cartId: string
  readonly consignorIds: readonly string[]
}): Touch[] {
  return [
    byId(posSales, saleId),
    byField(posSales, 'cartId', cartId),
    byId(carts, cartId),
    ...consignorIds.flatMap((id) => [byId(users, id, false), byId(balances, id)]),
  ]
}

/** Books a POS sale with its lines and postings and ends its cart. The command's touches name its shift; `takeSoldPieces` takes the sold pieces
 *  from stock. */
export function bookPosSale(tx: CommandTx, ctx: CommandContext, sale: RungUpSale): void {
  flagWhatConcernsTheSale(tx, ctx, sale)
  // a sale that waited in suspense may name somebody who was erased meanwhile
  const lines = withoutErasedNames(tx, sale.lines)
  tx.put(posSales, { ...sale, lines, tendersPosted: true, voidedAtMs: null, voidedByUid: null, voidShiftId: null })
  sale.lines.forEach((line, index) => {
    const sold = soldLine(sale, line, saleLineId(sale.id, index))
    tx.put(sales, sold)
    post(tx, ctx, { kind: 'pos_sale', sourceId: sold.id, sides: sidesOfSale(sold) })
  })
  post(tx, ctx, { kind: 'pos_tender', sourceId: sale.id, sides: sidesOfTenders(sale.tenders, sale.shiftId) })
  noteCash(tx, ctx, sale.shiftId, cashOf(sale.tenders))
  const cart = tx.get(carts, sale.cartId)
  if (cart && cart.status !== 'completed') tx.put(carts, { ...cart, status: 'completed', saleId: sale.id, updatedAtMs: ctx.nowMs })
}

/** Hides from a consignor the amount off a whole cart, which with their part would say what else the customer bought. */
const ofThisLine = (reduction: Reduction): Reduction =>
  reduction.scope === 'cart' && reduction.kind === 'amount' ? { ...reduction, value: Math.max(1, reduction.reducedCents) } : reduction

function soldLine(sale: RungUpSale, line: PosSaleLine, lineId: string): Sale {
  const totals = lineTotals(line, sale.taxRateBps)
  return {
    id: lineId,
    kind: 'pos',
    posSaleId: sale.id,
    displayId: sale.displayId,
    itemId: line.itemId,
    itemName: line.itemName,
    barcode1: line.barcode,
    imageUrl: line.imageUrl,
    consignorId: line.consignorId,
    soldQuantity: line.quantity,
    salePriceCents: totals.totalCents,
    shippingCostCents: ZERO_CENTS,
    taxCents: totals.taxCents,
    consignorPercentage: line.consignorId === null ? 0 : line.consignorPercentage,
    payoutCents: totals.payoutCents,
    shopCents: totals.shopCents,
    soldAtMs: sale.soldAtMs,
    byUid: sale.byUid,
    ...FRESH_SALE,
    reductions: line.reductions?.map(ofThisLine) ?? null,
  }
}

function flagWhatConcernsTheSale(tx: CommandTx, ctx: CommandContext, { id: saleId, cartId, lines }: RungUpSale): void {
  if (tx.where(posSales, 'cartId', cartId).some((other) => other.voidedAtMs === null))
    openOnce(tx, ctx, { kind: 'cart_sold_twice', saleId })
  const names = new Map(lines.map((line) => [line.consignorId, line.consignorName]))
  for (const [consignorId, name] of names) {
    if (consignorId === null) continue
    const payee = tx.get(users, consignorId)
    // the goods of another closed account stay on sale, and an admin pays its balance
    if (payee && !isErased(payee) && !payee.migratedTo) continue
    // the name alone, because an erasure of the person finds notes that are a name
    const note = payee && isErased(payee) ? payee.displayName : name || consignorId
    openDiscrepancy(tx, ctx, { kind: 'missing_consignor', saleId, note })
  }
}
