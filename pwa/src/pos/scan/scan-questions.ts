import type { Item } from '@shop/shared/inventory/schema.ts'

/** A scan that a person has to answer, because the code is unknown or several items have it. `count`: how often the code was scanned so far. `isStale`:
 *  true once the sale during which it was scanned is complete. */
export type ScanQuestion = { readonly code: string; readonly count: number; readonly isStale?: boolean } & (
  | { readonly kind: 'unknown' }
  | { readonly kind: 'which'; readonly itemIds: readonly string[] }
)

export type ScanOutcome = { readonly kind: 'add'; readonly item: Item } | ScanQuestion

/** Judges a scan. Among several items, the chosen consignor (`consignorId`) decides only if exactly one item is theirs. */
export function judgeScan(code: string, found: readonly Item[], consignorId: string | null): ScanOutcome {
  const [only, another] = found
  if (!only) return { kind: 'unknown', code, count: 1 }
  if (!another) return { kind: 'add', item: only }
  const own = consignorId === null ? [] : found.filter((item) => item.consignorId === consignorId)
  if (own.length === 1 && own[0]) return { kind: 'add', item: own[0] }
  const ordered = [...found].sort((a, b) => b.stockCount - a.stockCount || (a.id < b.id ? -1 : 1))
  return { kind: 'which', code, count: 1, itemIds: ordered.map((item) => item.id) }
}

/** Maximum number of open questions. Beyond it the oldest question about an unknown code is dropped. */
export const MAX_QUESTIONS = 50

/** Appends a question, or counts another scan of a code whose question is open. A scan begins the next sale, so stale questions go. */
export function ask(asked: readonly ScanQuestion[], question: ScanQuestion): readonly ScanQuestion[] {
  const questions = withoutStale(asked)
  if (questions.some((other) => other.code === question.code))
    return questions.map((other) => (other.code === question.code ? { ...other, count: other.count + question.count } : other))
  const all = [...questions, question]
  const oldestUnknown = all.findIndex((other) => other.kind === 'unknown')
  return all.length > MAX_QUESTIONS && oldestUnknown >= 0 ? all.toSpliced(oldestUnknown, 1) : all
}

export function answered(questions: readonly ScanQuestion[], code: string): readonly ScanQuestion[] {
  return questions.filter((question) => question.code !== code)
}

/** Marks the questions of a completed sale. They stay on screen until the next sale, as somebody may miss a piece in the one just paid. */
export function stale(questions: readonly ScanQuestion[]): readonly ScanQuestion[] {
  return questions.map((question) => ({ ...question, isStale: true }))
}

export function withoutStale(questions: readonly ScanQuestion[]): readonly ScanQuestion[] {
  return questions.some(({ isStale }) => isStale) ? questions.filter(({ isStale }) => !isStale) : questions
}
