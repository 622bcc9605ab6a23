import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { type Discrepancy, type DiscrepancyKind, discrepancies, type Item } from '../schema.ts'
import { knowsMovesAfter, movesAfter, promisedOf, wasCountedSince } from './recent-moves.ts'
import { moveStock, openDiscrepancy, settle } from './stock.ts'

/** Books a count of everything on the shelf, with what is promised to orders, at the time when it was made; later changes stay, and a newer count wins
 *  (law *Stock*). Opens `late_recount` when the count cannot be trusted, or `negative_stock` when more was sold than counted, and settles the
 *  discrepancies that the count answers, which the command's touches must name by `itemId`. */
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
  const move = { deltaCount: countedCount + onTop - promisedOf(item) - item.stockCount, kind: 'recount' } as const
  return moveStock(tx, ctx, item, move, { ...changes, recountedAtMs: atMs, recentMoves })
}

/** Kinds of discrepancies about the number of pieces in the books. A count answers them, even when they were opened later. */
const ABOUT_THE_BOOKS: ReadonlySet<DiscrepancyKind> = new Set([
  'negative_stock',
  'sold_before_recount',
  'moved_before_recount',
  'late_recount',
])

/** True for an open question about the number of pieces in the books. */
export const isOpenAboutTheBooks = ({ kind, settledAtMs }: Discrepancy): boolean => settledAtMs === null && ABOUT_THE_BOOKS.has(kind)

/** True when a count at this time answers the discrepancy. The sale of a missing item changed no stock, so only a later count answers it. */
function isAnswered({ kind, openedAtMs }: Discrepancy, atMs: number): boolean {
  return ABOUT_THE_BOOKS.has(kind) || (kind === 'missing_item' && openedAtMs <= atMs)
}
