import { isOwner, touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { openOnce } from '../../inventory/rules/stock.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import { byField, byId, type CommandContext, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { cents } from '../../kernel/money.ts'
import { cashOf, noteCash } from '../../pos/rules/shift-cash.ts'
import { posSales, type RungUpSale, suspendedSales } from '../../pos/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { salesRefusals } from '../errors.ts'
import { refunds } from '../refund-schema.ts'
import { asBooked, type Sale, sales } from '../schema.ts'
import { post, reversed, sidesOfSale, sidesOfTenders } from './ledger.ts'
import { leftOf } from './left-of-sale.ts'
import { type Goods, returnSoldPieces, settleUndone } from './returned-pieces.ts'
import { type SaleReference, saleReferenceOf } from './sale-reference.ts'
import { suspendedIdOf } from './sold-pieces.ts'
import { rejectSuspendedSale } from './suspense.ts'
import { tendersLeft } from './tenders-left.ts'

/** Refuses SALE_CHANGED when the sale has items or consignors that the reference does not name. By default only a consignor's own id is a name. */
export function requireAllNamed(
  reference: SaleReference,
  sale: Pick<RungUpSale, 'id' | 'lines'>,
  isConsignorNamed = (uid: string) => reference.consignorIds.includes(uid),
): void {
  const actual = saleReferenceOf(sale)
  const isItemNamed = (id: string) => reference.itemIds.includes(id)
  if (!actual.itemIds.every(isItemNamed) || !actual.consignorIds.every(isConsignorNamed)) throw refusal(salesRefusals, 'SALE_CHANGED')
}

/** Names the rows that a void of the sale reads and writes. */
export function touchesOfVoid({ saleId, itemIds, consignorIds }: SaleReference): Touch[] {
  return [
    ...[saleId, suspendedIdOf(saleId)].flatMap((id) => [
      byId(posSales, id),
      byId(suspendedSales, id),
      byField(sales, 'posSaleId', id),
      byField(refunds, 'saleId', id),
      byField(discrepancies, 'saleId', id),
    ]),
    ...itemIds.map((id) => byId(items, id)),
    ...consignorIds.flatMap(touchesOfConsignor),
  ]
}

/** Finds the records of a sale. The device of a former admin names its sale by the id that it sent, even when the sale waits under another id. */
function recordsOf(tx: CommandTx, saleId: string) {
  const recordsUnder = (id: string) => ({ booked: tx.get(posSales, id), suspended: tx.get(suspendedSales, id) })
  const own = recordsUnder(saleId)
  return own.booked || own.suspended ? own : recordsUnder(suspendedIdOf(saleId))
}

/** Reason of a void, the place of the goods, and the shift whose drawer gives the cash back. */
export type VoidDetails = { readonly reason: string; readonly goods: Goods; readonly shiftId?: string | null | undefined }

/** A sold line with nothing but what its returns left of it. */
function asLeft(line: Sale): Sale {
  const { quantity, totalCents, taxCents, payoutCents, shopCents } = leftOf(line)
  return { ...asBooked(line), soldQuantity: quantity, salePriceCents: totalCents, taxCents, payoutCents, shopCents }
}

/** Voids what is left of a POS sale: corrects the stock of items that still exist, reverses the postings and settles discrepancies; a suspended sale is rejected.
 *  Refuses SALE_NOT_FOUND, ALREADY_VOIDED, SALE_CHANGED. */
export function voidSale(tx: CommandTx, ctx: CommandContext, reference: SaleReference, { reason, goods, shiftId }: VoidDetails): void {
  const { booked, suspended } = recordsOf(tx, reference.saleId)
  const sale = booked ?? suspended
  if (!sale) throw refusal(salesRefusals, 'SALE_NOT_FOUND')
  if (booked ? booked.voidedAtMs !== null : suspended?.settledAtMs !== null) throw refusal(salesRefusals, 'ALREADY_VOIDED')
  requireAllNamed(reference, sale, (uid) => reference.consignorIds.some((one) => isOwner(tx, uid, one)))
  if (booked) {
    const concerns = tx.where(discrepancies, 'saleId', sale.id)
    const lines = tx.where(sales, 'posSaleId', sale.id)
    const { id: saleId, soldAtMs } = booked
    returnSoldPieces(tx, ctx, { kind: 'void', saleId, posSaleId: saleId, soldAtMs, lines: lines.map(asLeft), concerns, goods })
    const returned = tx.where(refunds, 'saleId', saleId)
    for (const line of lines) {
      post(tx, ctx, { kind: 'pos_sale_void', sourceId: line.id, sides: reversed(sidesOfSale(asLeft(line))) })
      tx.put(sales, { ...line, voidedAtMs: ctx.nowMs })
    }
    // a sale of a release that posted no tenders has nothing to give back
    if (booked.tendersPosted) {
      const given = tendersLeft(booked, returned)
      post(tx, ctx, { kind: 'pos_tender_void', sourceId: saleId, sides: reversed(sidesOfTenders(given, shiftId)) })
      noteCash(tx, ctx, shiftId, cents(-cashOf(given)))
    }
    tx.put(posSales, { ...booked, voidedAtMs: ctx.nowMs, voidedByUid: ctx.actor.uid, voidShiftId: shiftId ?? null })
    settleUndone(tx, ctx, { concerns, goods }, reason)
  } else if (suspended) rejectSuspendedSale(tx, ctx, suspended, { reason, goods })
  audit(tx, ctx, {
    action: 'sales.voidPosSale',
    subject: sale.id,
    after: { reason, goods, displayId: sale.displayId, receiptNumber: sale.receiptNumber, totalCents: sale.totalCents },
  })
}

/** Records that a former admin undid a sale. The sale stays in the books, and a discrepancy asks an admin to decide. */
export function noteWithdrawnVoid(tx: CommandTx, ctx: CommandContext, { saleId }: SaleReference, reason: string): void {
  const { booked, suspended } = recordsOf(tx, saleId)
  const isGone = booked ? booked.voidedAtMs !== null : suspended?.settlement === 'rejected'
  if (!isGone) openOnce(tx, ctx, { kind: 'void_withdrawn', saleId: (booked ?? suspended)?.id ?? saleId, note: reason })
}
