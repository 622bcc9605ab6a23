import { JOURNAL_DAYS } from '../../kernel/limits.ts'
import type { Item, MovementKind, RecentMove } from '../schema.ts'

/** Maximum number of stock changes an item remembers. A recount made before the oldest of them arrives too late to be trusted. */
export const MAX_RECENT_MOVES = 50
/** A recount this much older than the item's last change arrives too late to be trusted, or its device's clock is wrong. */
const LATEST_RECOUNT_MS = JOURNAL_DAYS * 86_400_000

/** Kinds of movements of pieces to or from the shelf. The other kinds state or correct the books, and a recount overrules even those made after it.
 *  */
const MOVES_OF_THE_SHELF: ReadonlySet<MovementKind> = new Set(['edit', 'sale', 'void', 'allocate', 'import', 'trade', 'trade_return'])

type Move = { readonly kind: MovementKind; readonly deltaCount: number }

/** True when the last recount is later than this moment, and so includes any change to the shelf at that moment. */
export function wasCountedSince(item: Pick<Item, 'recountedAtMs'>, atMs: number): boolean {
  return item.recountedAtMs !== null && atMs < item.recountedAtMs
}

/** True for a change to the shelf that was made before the last recount but arrives after it. */
export function isOlderThanCount(item: Item, { kind, deltaCount }: Move, atMs: number): boolean {
  return deltaCount !== 0 && MOVES_OF_THE_SHELF.has(kind) && wasCountedSince(item, atMs)
}

/** Changes the item remembers after this one: the latest `MAX_RECENT_MOVES`, oldest first, none older than its last recount. */
export function remember(item: Item, { kind, deltaCount }: Move, atMs: number): RecentMove[] {
  const moves = item.recentMoves ?? []
  if (deltaCount === 0 || !MOVES_OF_THE_SHELF.has(kind) || wasCountedSince(item, atMs)) return moves
  return [...moves, { atMs, deltaCount }].sort((a, b) => a.atMs - b.atMs).slice(-MAX_RECENT_MOVES)
}

/** Remembered changes made after a moment. */
export function movesAfter(item: Item, atMs: number): RecentMove[] {
  return (item.recentMoves ?? []).filter((move) => move.atMs > atMs)
}

/** True when the item still remembers every change since this moment; false when the moment is too long ago. */
export function knowsMovesAfter(item: Item, atMs: number): boolean {
  const moves = item.recentMoves ?? []
  const lastChangeMs = Math.max(item.updatedAtMs, moves.at(-1)?.atMs ?? item.updatedAtMs)
  if (atMs < lastChangeMs - LATEST_RECOUNT_MS) return false
  return moves.length < MAX_RECENT_MOVES || atMs >= (moves[0]?.atMs ?? 0)
}
