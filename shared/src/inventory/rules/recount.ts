import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { type Discrepancy, type DiscrepancyKind, discrepancies, type Item } from '../schema.ts'
import { knowsMovesAfter, movesAfter, wasCountedSince } from './recent-moves.ts'
import { moveStock, openDiscrepancy, settle } from './stock.ts'

/** Books what was counted by hand. `countedCount`: pieces on the shelf at `atMs`, 0 or more. It states the stock at its own time: what left or came after
 *  it stays on top, in whatever order the two arrive, and a newer count stands. One too late to know what came after it is booked as entered, or not at all
 *  where a newer one stands, and opens `late_recount`. Open discrepancies it answers are settled (`tx` must name them by `itemId`); what was sold beyond
 *  it opens `negative_stock`. */
export function recount(
  tx: CommandTx,
  ctx: CommandContext,
  item: Item,
  countedCount: number,
  { changes = {}, atMs = ctx.nowMs }: { changes?: Partial<Item>; atMs?: number } = {},
): Item {
  const about = { itemId: item.id, itemName: item.itemName }
  const isSure = knowsMovesAfter(item, atMs)
  const isOvertaken = wasCountedSince(item, atMs)
  const counted = isOvertaken
    ? moveStock(tx, ctx, item, { deltaCount: 0, kind: 'recount' }, changes)
    : setStock(tx, ctx, item, { countedCount, isSure, atMs }, changes)
  if (!isOvertaken)
    for (const discrepancy of tx.where(discrepancies, 'itemId', item.id))
      if (isAnswered(discrepancy, atMs)) settle(tx, ctx, discrepancy, 'count_corrected')
  if (!isSure) openDiscrepancy(tx, ctx, { ...about, kind: 'late_recount', quantity: countedCount })
  else if (!isOvertaken && counted.stockCount < 0)
    openDiscrepancy(tx, ctx, { ...about, kind: 'negative_stock', quantity: -counted.stockCount })
  return counted
}

type Count = { readonly countedCount: number; readonly isSure: boolean; readonly atMs: number }

function setStock(tx: CommandTx, ctx: CommandContext, item: Item, { countedCount, isSure, atMs }: Count, changes: Partial<Item>): Item {
  const recentMoves = movesAfter(item, atMs)
  const onTop = isSure ? recentMoves.reduce((sum, { deltaCount }) => sum + deltaCount, 0) : 0
  const move = { deltaCount: countedCount + onTop - item.stockCount, kind: 'recount' } as const
  return moveStock(tx, ctx, item, move, { ...changes, recountedAtMs: atMs, recentMoves })
}

/** Discrepancies about the number of pieces in the books. A count answers them, however late they were opened. */
const ABOUT_THE_BOOKS: ReadonlySet<DiscrepancyKind> = new Set([
  'negative_stock',
  'sold_before_recount',
  'moved_before_recount',
  'late_recount',
])

/** What was sold of a deleted item is seen by counts after the sale alone: it never left the books of the item there is now. */
function isAnswered({ kind, openedAtMs }: Discrepancy, atMs: number): boolean {
  return ABOUT_THE_BOOKS.has(kind) || (kind === 'missing_item' && openedAtMs <= atMs)
}
