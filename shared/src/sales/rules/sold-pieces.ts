import { wasCountedSince } from '../../inventory/rules/recent-moves.ts'
import { moveStock, openDiscrepancy, shortOf } from '../../inventory/rules/stock.ts'
import { type Discrepancy, items } from '../../inventory/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { derivedId } from '../../kernel/ids.ts'
import type { PosSaleLine, RungUpSale } from '../../pos/schema.ts'

/** Derives the id in `sales` of line number `index` of a POS sale. The cart line's id would not be unique, because two tablets can sell the same
 *  parked cart. */
export const saleLineId = (saleId: string, index: number): string => derivedId(saleId, index)

/** Number from which no till derives an id: a till's numbers are 0 or more. */
const AT_NO_TILL = -1

/** Derives the id of a former admin's sale, both while it waits and after an admin accepts it. The id that the device sent stays free for an admin's
 *  sale, because whoever saw a cart can compute that id. */
export const suspendedIdOf = (saleId: string): string => derivedId(saleId, AT_NO_TILL)

/** Takes the pieces of a POS sale out of stock. A line opens at most one discrepancy. */
export function takeSoldPieces(tx: CommandTx, ctx: CommandContext, sale: RungUpSale): void {
  sale.lines.forEach((line, index) => {
    if (line.itemId !== null) takeFromStock(tx, ctx, line.itemId, line, { saleId: sale.id, lineId: saleLineId(sale.id, index) })
  })
}

type Place = Pick<Discrepancy, 'saleId' | 'lineId'>

function takeFromStock(tx: CommandTx, ctx: CommandContext, itemId: string, { itemName, quantity }: PosSaleLine, line: Place): void {
  const about = { itemId, itemName, ...line }
  const item = tx.get(items, itemId)
  if (!item) {
    openDiscrepancy(tx, ctx, { ...about, kind: 'missing_item', quantity })
    return
  }
  moveStock(tx, ctx, item, { deltaCount: -quantity, kind: 'sale', sourceId: line.saleId, line })
  const shortCount = shortOf(item, quantity)
  if (shortCount > 0 && !wasCountedSince(item, ctx.nowMs))
    openDiscrepancy(tx, ctx, { ...about, kind: 'negative_stock', quantity: shortCount })
}
