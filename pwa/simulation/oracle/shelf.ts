import type { Noted, SoldLine } from './deeds.ts'

/** The place of a sale's pieces: sold, or of a sale that was undone on the shelf, or away all the same. */
export type Whereabouts = 'sold' | 'here' | 'away' | 'unsure'

type Span = { readonly fromMs: number; readonly toMs: number }
type Change = Span & { readonly by: number }
type Count = Span & { readonly counted: number }
type Place = {
  first: number | null
  promised: number
  isUnsure: boolean
  isUndone: boolean
  readonly changes: Change[]
  readonly counts: Count[]
}

const ANY_TIME: Span = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }

const isAfter = (one: Span, other: Span) => one.fromMs > other.toMs

/** The pieces that lie on the shelf, and those of them that are promised to orders. */
export class Shelf {
  private readonly places = new Map<string, Place>()
  readonly removed = new Set<string>()

  constructor(private readonly piecesInQuestion: (questionId: string) => number) {}

  put({ deed, ...span }: Noted, pieces: Whereabouts): void {
    switch (deed.kind) {
      case 'newItem':
        this.at(deed.itemId).first = deed.quantity
        if (deed.takenFrom !== null) this.change(deed.takenFrom, span, -deed.quantity)
        return
      case 'pieces':
        this.change(deed.itemId, span, deed.by)
        return
      case 'found':
        this.change(deed.itemId, ANY_TIME, this.piecesInQuestion(deed.questionId))
        return
      case 'recorded':
        this.sell(deed.line, span, pieces)
        return
      case 'sale':
        for (const line of deed.lines) this.sell(line, span, pieces)
        return
      case 'count':
        this.at(deed.itemId).counts.push({ ...span, ...(deed.isLate && { toMs: ANY_TIME.toMs }), counted: deed.counted })
        return
      case 'removeItem':
        this.removed.add(deed.itemId)
    }
  }

  /** The pieces of each item that can still be sold. Null when it cannot be said which of a count and another change came first. */
  pieces(): Map<string, number | null> {
    return new Map(
      [...this.places].filter(([id, { first }]) => first !== null && !this.removed.has(id)).map(([id, at]) => [id, piecesAt(at)]),
    )
  }

  private at(itemId: string): Place {
    const known = this.places.get(itemId) ?? { first: null, promised: 0, isUnsure: false, isUndone: false, changes: [], counts: [] }
    this.places.set(itemId, known)
    return known
  }

  private sell({ itemId, quantity }: SoldLine, span: Span, pieces: Whereabouts): void {
    this.change(itemId, span, pieces === 'here' ? 0 : -quantity)
    if (itemId === null || pieces === 'sold') return
    this.at(itemId).isUndone = true
    this.at(itemId).isUnsure ||= pieces === 'unsure'
  }

  isCounted(itemId: string): boolean {
    return this.at(itemId).counts.length > 0
  }

  /** Notes that pieces came and went at times that nobody knows. */
  unsettle(itemId: string): void {
    this.at(itemId).isUndone = true
  }

  /** Keeps pieces on the shelf for an order. */
  promise(itemId: string, pieces: number): void {
    this.at(itemId).promised += pieces
  }

  change(itemId: string | null, { fromMs, toMs }: Span, by: number): void {
    if (itemId !== null) this.at(itemId).changes.push({ fromMs, toMs, by })
  }
}

/** A count says what lies there; what came or went after it comes on top. */
function piecesAt({ first, promised, isUnsure, isUndone, changes, counts }: Place): number | null {
  if (isUnsure) return null
  // the pieces of a sale that was undone came and went at two times, and only one of them is known
  if (isUndone && counts.length > 0) return null
  const sum = (some: readonly Change[]) => some.reduce((all, { by }) => all + by, 0)
  if (counts.length === 0) return (first ?? 0) + sum(changes) - promised
  const last = counts.reduce((latest, count) => (count.fromMs > latest.fromMs ? count : latest))
  const isClear = (other: Span) => isAfter(other, last) || isAfter(last, other)
  if (![...counts.filter((count) => count !== last), ...changes].every(isClear)) return null
  return last.counted + sum(changes.filter((change) => isAfter(change, last))) - promised
}
