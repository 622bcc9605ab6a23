import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import { type HistoryEntry, OTHER_CHANGES, totalsOf } from './history-entries.ts'

type Props = {
  readonly entries: readonly HistoryEntry[]
  /** Follows the first two sums. */
  readonly of?: string
  /** See `otherChangesOf`; 0 of a period. */
  readonly otherCents: Cents
  /** The balance now. */
  readonly availableCents: Cents
}

/** The sums of a history, and what else moved the balance. */
export function HistorySums({ entries, of = '', otherCents, availableCents }: Props) {
  const { earnedCents, takenCents } = totalsOf(entries)
  return (
    <>
      Earned <strong>{formatCents(earnedCents)}</strong>, payouts <strong>{formatCents(takenCents)}</strong>
      {of}
      {otherCents !== 0 && (
        <>
          , {OTHER_CHANGES} <strong>{formatCents(otherCents)}</strong>: current balance <strong>{formatCents(availableCents)}</strong>
        </>
      )}
    </>
  )
}
