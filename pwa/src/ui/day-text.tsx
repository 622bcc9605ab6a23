import type { DayWords } from './use-day-words.ts'

/** The day of a moment; the exact time shows on hover. */
export function DayText({ atMs, dayWords }: { readonly atMs: number; readonly dayWords: DayWords }) {
  const { words, exact } = dayWords(atMs)
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exact}>
      {words}
    </time>
  )
}
