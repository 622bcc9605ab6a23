import * as z from 'zod/mini'
import { wasCountedSince } from '../../inventory/rules/recent-moves.ts'
import { moveStock, openDiscrepancy, settle } from '../../inventory/rules/stock.ts'
import { type Discrepancy, discrepancies, type Item, items } from '../../inventory/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import type { Sale } from '../schema.ts'

/** Place of the goods of an undone sale. `neverLeft`: they stayed on the shelf all along; `back`: they left, and are on the shelf again; `kept`: the
 *  customer has them; `gone`: nobody can sell them any more. */
export const goodsSchema = z.enum(['neverLeft', 'back', 'kept', 'gone'])
/** Place of the goods of an undone sale. */
export type Goods = z.infer<typeof goodsSchema>

/** Arguments of a void from before version 2, which did not ask where the goods are: its screen said that they go back into stock. */
export const withGoodsBack = (args: unknown): unknown => ({ ...(args as object), goods: 'back' satisfies Goods })

/** A sold line whose sale is undone. */
type UndoneLine = Pick<Sale, 'id' | 'itemId' | 'itemName' | 'soldQuantity'>

/** A sale that is undone, or of which pieces come back: its id for stock movements, its discrepancies, and where its goods are now. */
export type Undone = {
  readonly kind: 'void' | 'return'
  readonly saleId: string
  /** The POS sale for new discrepancies; null for a sale of another kind. */
  readonly posSaleId: string | null
  readonly soldAtMs: number
  readonly lines: readonly UndoneLine[]
  readonly concerns: readonly Discrepancy[]
  readonly goods: Goods
}

/** Corrects the stock of each sold item by where its goods are. Opens a discrepancy when a count since may or may not have had them, or when they are
 *  on the shelf and their item was deleted. */
export function returnSoldPieces(tx: CommandTx, ctx: CommandContext, undone: Undone): void {
  // a line whose item was missing took no pieces and returns none, unless a later count settled it: that count found the sold pieces gone
  const neverTaken = new Set(
    undone.concerns.filter((one) => one.kind === 'missing_item' && one.settlement !== 'count_corrected').map((one) => one.lineId),
  )
  for (const line of undone.lines) {
    if (line.itemId === null) continue
    const item = tx.get(items, line.itemId)
    if (!item) askForItem(tx, ctx, line, undone)
    else if (!neverTaken.has(line.id)) returnPieces(tx, ctx, item, line, undone)
  }
}

/** Tells the admins of goods on the shelf that no item stands for, by the question that their sale has opened or by a new one. Goods that never left
 *  were not in the books at the sale either when their item was missing then. */
function askForItem(tx: CommandTx, ctx: CommandContext, line: UndoneLine, { kind, posSaleId, concerns, goods }: Undone): void {
  if (line.soldQuantity === 0) return
  const atSale = concerns.find((one) => one.kind === 'missing_item' && one.lineId === line.id)
  if (goods !== 'back' && (goods !== 'neverLeft' || atSale)) return
  const note = kind === 'void' ? 'The sale was undone, and the goods are on the shelf' : 'The goods came back, and are on the shelf'
  const { id: lineId, itemId, itemName, soldQuantity: quantity } = line
  if (kind === 'void' && atSale?.settledAtMs === null) tx.put(discrepancies, { ...atSale, note })
  else openDiscrepancy(tx, ctx, { kind: 'missing_item', itemId, itemName, saleId: posSaleId, lineId, quantity, note })
}

function returnPieces(tx: CommandTx, ctx: CommandContext, item: Item, line: UndoneLine, undone: Undone): void {
  const { kind, saleId, posSaleId, soldAtMs, goods } = undone
  const lateSale = undone.concerns.find((one) => one.kind === 'sold_before_recount' && one.lineId === line.id)
  const isAsked = lateSale?.settledAtMs === null
  const isInCount = isPartOfCount(item, soldAtMs, lateSale)
  const move = { deltaCount: line.soldQuantity, kind, sourceId: saleId, line: { saleId: posSaleId, lineId: line.id } } as const
  const moveAt = (atMs: number) => moveStock(tx, { ...ctx, nowMs: atMs }, tx.get(items, item.id) ?? item, move)
  if (lateSale && isAsked) moveStock(tx, ctx, item, { deltaCount: lateSale.quantity, kind: 'write_off', sourceId: lateSale.id })
  // a slow clock may date the void before its sale
  const backAtMs = Math.max(ctx.nowMs, soldAtMs)
  if (!isInCount) {
    const countedAtMs = item.recountedAtMs ?? 0
    if (goods === 'back') moveAt(Math.max(backAtMs, countedAtMs))
    // at the sale's own time, so that a count from between, which may arrive later, adds neither
    if (goods === 'neverLeft') moveAt(Math.max(soldAtMs, countedAtMs))
  } else if (goods === 'back') {
    // sale and void from before the same count cancel each other, whether or not that count was right
    if (!isAsked || !wasCountedSince(item, backAtMs)) moveAt(backAtMs)
  }
}

/** True when the last count is from after the sale, and so lacks its pieces. An admin may have accepted that the sale comes after the count. */
function isPartOfCount(item: Item, soldAtMs: number, lateSale: Discrepancy | undefined): boolean {
  const isAfterCount = lateSale?.settlement === 'accepted' && !wasCountedSince(item, lateSale.settledAtMs ?? 0)
  return wasCountedSince(item, soldAtMs) && !isAfterCount
}

/** True if undoing the sale answers its discrepancy. Unless the goods never left, the books still lack the pieces that were oversold; goods that came
 *  back still need an item when theirs was deleted. */
export function isAnsweredByUndo({ kind, itemId }: Discrepancy, goods: Goods, rows: Pick<CommandTx, 'get'>): boolean {
  if (kind === 'negative_stock') return goods === 'neverLeft'
  // a return opened it: about its own pieces, or about money that is lost
  if (kind === 'moved_before_recount' || kind === 'refunded_twice' || kind === 'refund_without_sale') return false
  return kind !== 'missing_item' || goods !== 'back' || (itemId !== null && rows.get(items, itemId) !== undefined)
}

/** Settles those discrepancies of an undone sale that its undoing answers. */
export function settleUndone(
  tx: CommandTx,
  ctx: CommandContext,
  { concerns, goods }: Pick<Undone, 'concerns' | 'goods'>,
  note: string,
): void {
  for (const one of concerns) if (isAnsweredByUndo(one, goods, tx)) settle(tx, ctx, one, 'sale_undone', note)
}
