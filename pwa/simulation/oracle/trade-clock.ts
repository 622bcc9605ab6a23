const HOUR_MS = 3_600_000
/** A trade ends when no side acts for three days, and two weeks after its request at the latest. */
const PATIENCE_MS = 72 * HOUR_MS
const LONGEST_MS = 14 * 24 * HOUR_MS
/** Somebody is reminded in the last half day. */
const REMINDER_MS = 12 * HOUR_MS

/** The time within which something happened. */
export type Span = { readonly fromMs: number; readonly toMs: number }

type Keeping = { readonly atMs: number; isCertain: boolean }

/** The times at which the server looked after the trades. */
export class TradeClock {
  private keepings: Keeping[] = []

  /** `isUnseen`: the server looks after the trades whenever it wants, and never so late that a trade is over. */
  constructor(private readonly isUnseen: boolean) {}

  keep(atMs: number): void {
    if (!this.isUnseen) this.keepings.push({ atMs, isCertain: true })
  }

  /** Notes that a restore may have undone what the server did. */
  forgetKeeping(): void {
    for (const keeping of this.keepings) keeping.isCertain = false
  }

  /** True if the server may have ended a trade with these acts. */
  mayEnd(acts: readonly Span[]): boolean {
    return this.keepings.some(({ atMs }) => atMs >= earliestEndMs(acts, atMs))
  }

  /** Tells whether the server looked after the trades once something had happened. */
  isKeptAfter(span: Span | undefined): { readonly maybe: boolean; readonly surely: boolean } {
    return {
      maybe: span !== undefined && (this.isUnseen || this.keepings.some(({ atMs }) => atMs >= span.fromMs)),
      surely: span !== undefined && this.keepings.some(({ atMs, isCertain }) => isCertain && atMs > span.toMs),
    }
  }

  /** Lists what the server failed to do, or did too early, in a trade with these acts. */
  wrong(acts: readonly Span[], { state, isReminded }: { readonly state: string; readonly isReminded: boolean }): string[] {
    const wrong: string[] = []
    if (isReminded && !this.keepings.some(({ atMs }) => atMs >= earliestEndMs(acts, atMs) - REMINDER_MS))
      wrong.push('somebody was reminded too early')
    for (const { atMs, isCertain } of this.keepings) {
      const before = acts.filter(({ fromMs }) => fromMs < atMs)
      if (!isCertain || before.length === 0 || before.some(({ toMs }) => toMs >= atMs)) continue
      const idleMs = atMs - Math.max(...before.map(({ toMs }) => toMs))
      if (idleMs >= PATIENCE_MS && (state === 'open' || before.length < acts.length)) wrong.push('nobody acted in time, and it went on')
      const longestIdleMs = atMs - Math.max(...before.map(({ fromMs }) => fromMs))
      if (idleMs >= PATIENCE_MS - REMINDER_MS && longestIdleMs < PATIENCE_MS && state === 'open' && !isReminded)
        wrong.push('nobody was reminded')
    }
    return wrong
  }
}

/** The earliest time at which a trade may have ended before this moment. */
function earliestEndMs(acts: readonly Span[], atMs: number): number {
  const first = Math.min(...acts.map(({ fromMs }) => fromMs))
  const last = Math.max(first, ...acts.flatMap(({ fromMs, toMs }) => (toMs < atMs ? [fromMs] : [])))
  return Math.min(last + PATIENCE_MS, first + LONGEST_MS)
}
