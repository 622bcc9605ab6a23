import { JOURNAL_DAYS } from '../../kernel/limits.ts'
import type { Item, MovementKind, RecentMove } from '../schema.ts'

/** Maximum number of changes that an item remembers. If it remembers that many, a recount from before the oldest one is not trusted. */
export const MAX_RECENT_MOVES = 50
/** A recount that is older than the item's last change by this much is not trusted. */
const LATEST_RECOUNT_MS = JOURNAL_DAYS * 86_400_000

/** Kinds of movements of pieces to or from the shelf. A recount overrules all other kinds. */
const MOVES_OF_THE_SHELF: ReadonlySet<MovementKind> = new Set([
  'edit',
  'sale',
  'void',
  'return',
  'allocate',
  'import',
  'trade',
  'trade_return',
])

type Move = { readonly kind: MovementKind; readonly deltaCount: number; readonly promisedDelta?: number }

/** Counts the item's pieces that wait on the shelf for orders of trades. */
export const promisedOf = ({ promisedCount = 0 }: Pick<Item, 'promisedCount'>): number => promisedCount

/** Counts the pieces that come to the shelf, or leave it, in signed pieces. On the shelf lie the stock and what is promised. */
export const shelfDelta = ({ deltaCount, promisedDelta = 0 }: Move): number => deltaCount + promisedDelta

/** True when the last recount is later than this moment. */
export function wasCountedSince(item: Pick<Item, 'recountedAtMs'>, atMs: number): boolean {
  return item.recountedAtMs !== null && atMs < item.recountedAtMs
}

/** True for a change to the shelf from before the last recount. */
export function isOlderThanCount(item: Item, move: Move, atMs: number): boolean {
  return shelfDelta(move) !== 0 && MOVES_OF_THE_SHELF.has(move.kind) && wasCountedSince(item, atMs)
}

/** Adds a change to those that the item remembers: the latest `MAX_RECENT_MOVES`, oldest first, none older than the last recount. */
export function remember(item: Item, move: Move, atMs: number): RecentMove[] {
  const moves = item.recentMoves ?? []
  const deltaCount = shelfDelta(move)
  if (deltaCount === 0 || !MOVES_OF_THE_SHELF.has(move.kind) || wasCountedSince(item, atMs)) return moves
  return [...moves, { atMs, deltaCount }].sort((a, b) => a.atMs - b.atMs).slice(-MAX_RECENT_MOVES)
}

/** Lists the remembered changes after a moment. */
export function movesAfter(item: Item, atMs: number): RecentMove[] {
  return (item.recentMoves ?? []).filter((move) => move.atMs > atMs)
}

/** True when a recount of this moment can be trusted: the item remembers every change since, and the moment is recent enough. */
export function knowsMovesAfter(item: Item, atMs: number): boolean {
  const moves = item.recentMoves ?? []
  const lastChangeMs = Math.max(item.updatedAtMs, moves.at(-1)?.atMs ?? item.updatedAtMs)
  if (atMs < lastChangeMs - LATEST_RECOUNT_MS) return false
  return moves.length < MAX_RECENT_MOVES || atMs >= (moves[0]?.atMs ?? 0)
}
