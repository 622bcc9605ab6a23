import * as z from 'zod/mini'
import { moveStock, settle } from '../../inventory/rules/stock.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import { byField, byId, type CommandContext, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { MAX_LINES, type PosSale, posSales } from '../../pos/schema.ts'
import { auditEntries } from '../../settings/schema.ts'
import { salesRefusals } from '../errors.ts'
import { asBooked, balances, sales } from '../schema.ts'
import { post, reversed, sidesOfSale } from './ledger.ts'

/** Names a POS sale and the items and consignors of its lines, so that a command can fetch and lock them before it runs. Made by
 *  `saleReferenceOf`. */
export const saleReferenceSchema = z.object({
  saleId: idSchema,
  itemIds: z.array(idSchema).check(z.maxLength(MAX_LINES)),
  consignorIds: z.array(idSchema).check(z.maxLength(MAX_LINES)),
})
/** A POS sale and the rows its void touches. */
export type SaleReference = z.infer<typeof saleReferenceSchema>

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** Names a sale and the rows its void touches. */
export function saleReferenceOf(sale: Pick<PosSale, 'id' | 'lines'>): SaleReference {
  return {
    saleId: sale.id,
    itemIds: distinct(sale.lines.map((line) => line.itemId)),
    consignorIds: distinct(sale.lines.map((line) => line.consignorId)),
  }
}

/** Rows that a void of the sale reads and writes. */
export function touchesOfVoid({ saleId, itemIds, consignorIds }: SaleReference): Touch[] {
  return [
    byId(posSales, saleId),
    byField(sales, 'posSaleId', saleId),
    byField(discrepancies, 'saleId', saleId),
    ...itemIds.map((id) => byId(items, id)),
    ...consignorIds.map((id) => byId(balances, id)),
  ]
}

/** Voids a POS sale: returns pieces to items that still exist, reverses every posting, marks the rows and settles open discrepancies; a consignor
 *  already paid may end below zero. Refuses SALE_NOT_FOUND, ALREADY_VOIDED, SALE_CHANGED. */
export function voidSale(tx: CommandTx, ctx: CommandContext, reference: SaleReference, reason: string): void {
  const sale = tx.get(posSales, reference.saleId)
  if (!sale) throw refusal(salesRefusals, 'SALE_NOT_FOUND')
  if (sale.voidedAtMs !== null) throw refusal(salesRefusals, 'ALREADY_VOIDED')
  const actual = saleReferenceOf(sale)
  const named = (all: readonly string[], needed: readonly string[]) => needed.every((id) => all.includes(id))
  if (!named(reference.itemIds, actual.itemIds) || !named(reference.consignorIds, actual.consignorIds))
    throw refusal(salesRefusals, 'SALE_CHANGED')

  const concerns = tx.where(discrepancies, 'saleId', sale.id)
  // a line with an unknown item took no stock and returns none, unless a later count of the item left the sold pieces out
  const neverTaken = new Set(
    concerns.filter((one) => one.kind === 'missing_item' && one.settlement !== 'count_corrected').map((one) => one.lineId),
  )
  for (const row of tx.where(sales, 'posSaleId', sale.id)) {
    const line = asBooked(row)
    const item = line.itemId === null ? undefined : tx.get(items, line.itemId)
    if (item && !neverTaken.has(line.id)) moveStock(tx, ctx, item, { deltaCount: line.soldQuantity, kind: 'void', sourceId: sale.id })
    post(tx, ctx, { kind: 'pos_sale_void', sourceId: line.id, sides: reversed(sidesOfSale(line)) })
    tx.put(sales, { ...row, voidedAtMs: ctx.nowMs })
  }
  tx.put(posSales, { ...sale, voidedAtMs: ctx.nowMs, voidedByUid: ctx.actor.uid })
  for (const discrepancy of concerns) settle(tx, ctx, discrepancy, 'sale_undone', reason)
  tx.put(auditEntries, {
    id: ctx.newId(),
    atMs: ctx.nowMs,
    byUid: ctx.actor.uid,
    action: 'sales.voidPosSale',
    subject: sale.id,
    before: {},
    after: { reason, displayId: sale.displayId, receiptNumber: sale.receiptNumber, totalCents: sale.totalCents },
  })
}
