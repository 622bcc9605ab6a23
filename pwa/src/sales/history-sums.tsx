import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import { type HistoryEntry, OTHER_CHANGES, totalsOf } from './history-entries.ts'

type Props = {
  readonly entries: readonly HistoryEntry[]
  /** Words after the first two sums. */
  readonly of?: string
  /** See `otherChangesOf`; 0 for a period. */
  readonly otherCents: Cents
  readonly availableCents: Cents
}

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
