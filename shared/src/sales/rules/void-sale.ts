import * as z from 'zod/mini'
import { openOnce, settle } from '../../inventory/rules/stock.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import { byField, byId, type CommandContext, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { MAX_LINES, posSales, type RungUpSale, suspendedSales } from '../../pos/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { salesRefusals } from '../errors.ts'
import { asBooked, balances, sales } from '../schema.ts'
import { post, reversed, sidesOfSale } from './ledger.ts'
import { returnSoldPieces, suspendedIdOf } from './sold-pieces.ts'
import { rejectSuspendedSale } from './suspense.ts'

/** Arguments that name a POS sale and the items and consignors of its lines, so that the server can fetch and lock them. `saleReferenceOf` makes
 *  these arguments. */
export const saleReferenceSchema = z.object({
  saleId: idSchema,
  itemIds: z.array(idSchema).check(z.maxLength(MAX_LINES)),
  consignorIds: z.array(idSchema).check(z.maxLength(MAX_LINES)),
})
/** Arguments that name a POS sale, its items and its consignors. */
export type SaleReference = z.infer<typeof saleReferenceSchema>

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** Names a sale, its items and its consignors. */
export function saleReferenceOf(sale: Pick<RungUpSale, 'id' | 'lines'>): SaleReference {
  return {
    saleId: sale.id,
    itemIds: distinct(sale.lines.map((line) => line.itemId)),
    consignorIds: distinct(sale.lines.map((line) => line.consignorId)),
  }
}

/** Refuses SALE_CHANGED when the sale has items or consignors that the reference does not name. */
export function requireAllNamed(reference: SaleReference, sale: Pick<RungUpSale, 'id' | 'lines'>): void {
  const actual = saleReferenceOf(sale)
  const named = (all: readonly string[], needed: readonly string[]) => needed.every((id) => all.includes(id))
  if (!named(reference.itemIds, actual.itemIds) || !named(reference.consignorIds, actual.consignorIds))
    throw refusal(salesRefusals, 'SALE_CHANGED')
}

/** Names the rows that a void of the sale reads and writes. */
export function touchesOfVoid({ saleId, itemIds, consignorIds }: SaleReference): Touch[] {
  return [
    ...[saleId, suspendedIdOf(saleId)].flatMap((id) => [
      byId(posSales, id),
      byId(suspendedSales, id),
      byField(sales, 'posSaleId', id),
      byField(discrepancies, 'saleId', id),
    ]),
    ...itemIds.map((id) => byId(items, id)),
    ...consignorIds.map((id) => byId(balances, id)),
  ]
}

/** Finds the records of a sale. The device of a former admin names its sale by the id that it sent, even when the sale waits under another id. */
function recordsOf(tx: CommandTx, saleId: string) {
  const recordsUnder = (id: string) => ({ booked: tx.get(posSales, id), suspended: tx.get(suspendedSales, id) })
  const own = recordsUnder(saleId)
  return own.booked || own.suspended ? own : recordsUnder(suspendedIdOf(saleId))
}

/** Voids a POS sale: returns pieces to items that still exist, reverses the postings and settles discrepancies; a suspended sale is rejected. Refuses
 *  SALE_NOT_FOUND, ALREADY_VOIDED, SALE_CHANGED. */
export function voidSale(tx: CommandTx, ctx: CommandContext, reference: SaleReference, reason: string): void {
  const { booked, suspended } = recordsOf(tx, reference.saleId)
  const sale = booked ?? suspended
  if (!sale) throw refusal(salesRefusals, 'SALE_NOT_FOUND')
  if (booked ? booked.voidedAtMs !== null : suspended?.settledAtMs !== null) throw refusal(salesRefusals, 'ALREADY_VOIDED')
  requireAllNamed(reference, sale)
  if (booked) {
    const concerns = tx.where(discrepancies, 'saleId', sale.id)
    const lines = tx.where(sales, 'posSaleId', sale.id)
    returnSoldPieces(tx, ctx, sale.id, lines.map(asBooked), concerns)
    for (const line of lines) {
      post(tx, ctx, { kind: 'pos_sale_void', sourceId: line.id, sides: reversed(sidesOfSale(asBooked(line))) })
      tx.put(sales, { ...line, voidedAtMs: ctx.nowMs })
    }
    tx.put(posSales, { ...booked, voidedAtMs: ctx.nowMs, voidedByUid: ctx.actor.uid })
    for (const one of concerns) settle(tx, ctx, one, 'sale_undone', reason)
  } else if (suspended) rejectSuspendedSale(tx, ctx, suspended, reason)
  audit(tx, ctx, {
    action: 'sales.voidPosSale',
    subject: sale.id,
    after: { reason, displayId: sale.displayId, receiptNumber: sale.receiptNumber, totalCents: sale.totalCents },
  })
}

/** Records that a former admin undid a sale. The sale stays in the books, and a discrepancy asks an admin to decide. */
export function noteWithdrawnVoid(tx: CommandTx, ctx: CommandContext, { saleId }: SaleReference, reason: string): void {
  const { booked, suspended } = recordsOf(tx, saleId)
  const isGone = booked ? booked.voidedAtMs !== null : suspended?.settlement === 'rejected'
  if (!isGone) openOnce(tx, ctx, { kind: 'void_withdrawn', saleId: (booked ?? suspended)?.id ?? saleId, note: reason })
}
