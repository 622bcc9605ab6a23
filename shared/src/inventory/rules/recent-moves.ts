import { JOURNAL_DAYS } from '../../kernel/limits.ts'
import type { Item, MovementKind, RecentMove } from '../schema.ts'

/** Changes of stock an item remembers. A recount made before the oldest of so many is too late to be sure of. */
export const MAX_RECENT_MOVES = 50
/** A recount this much older than the item's last change is too late to be sure of, or comes from a clock that is wrong. */
const LATEST_RECOUNT_MS = JOURNAL_DAYS * 86_400_000

/** Pieces that came to the shelf or left it. The others state or correct the books: a recount overrules them whenever it was made. */
const MOVES_OF_THE_SHELF: ReadonlySet<MovementKind> = new Set(['edit', 'sale', 'void', 'allocate', 'import', 'trade', 'trade_return'])

type Move = { readonly kind: MovementKind; readonly deltaCount: number }

/** Whether the last recount was made after this moment and so has seen what a change then did to the shelf. */
export function wasCountedSince(item: Pick<Item, 'recountedAtMs'>, atMs: number): boolean {
  return item.recountedAtMs !== null && atMs < item.recountedAtMs
}

/** Whether this is a change of the shelf that reaches an item already counted after it. */
export function isOlderThanCount(item: Item, { kind, deltaCount }: Move, atMs: number): boolean {
  return deltaCount !== 0 && MOVES_OF_THE_SHELF.has(kind) && wasCountedSince(item, atMs)
}

/** What the item remembers after a change: the latest `MAX_RECENT_MOVES`, oldest first, none of them older than its last recount. */
export function remember(item: Item, { kind, deltaCount }: Move, atMs: number): RecentMove[] {
  const moves = item.recentMoves ?? []
  if (deltaCount === 0 || !MOVES_OF_THE_SHELF.has(kind) || wasCountedSince(item, atMs)) return moves
  return [...moves, { atMs, deltaCount }].sort((a, b) => a.atMs - b.atMs).slice(-MAX_RECENT_MOVES)
}

/** The remembered changes made after a moment. */
export function movesAfter(item: Item, atMs: number): RecentMove[] {
  return (item.recentMoves ?? []).filter((move) => move.atMs > atMs)
}

/** Whether `movesAfter` this moment are all there were. */
export function knowsMovesAfter(item: Item, atMs: number): boolean {
  const moves = item.recentMoves ?? []
  const lastChangeMs = Math.max(item.updatedAtMs, moves.at(-1)?.atMs ?? item.updatedAtMs)
  if (atMs < lastChangeMs - LATEST_RECOUNT_MS) return false
  return moves.length < MAX_RECENT_MOVES || atMs >= (moves[0]?.atMs ?? 0)
}
