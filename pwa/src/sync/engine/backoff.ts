import type { Clock } from '../ports/ports.ts'

/** First and longest wait between attempts that fail. */
export const BACKOFF_FIRST_MS = 1_000
export const BACKOFF_LONGEST_MS = 60_000

/** Exponential waits with jitter (half to all of the step), so that the tablets of a shop do not come back all at once. */
export class Backoff {
  private failures = 0
  constructor(private readonly clock: Pick<Clock, 'random'>) {}

  /** How long to wait after one more failure. `atLeastMs`: what the server asked for. */
  next(atLeastMs = 0): number {
    const step = Math.min(BACKOFF_LONGEST_MS, BACKOFF_FIRST_MS * 2 ** Math.min(this.failures, 16))
    this.failures += 1
    const share = (this.clock.random(1)[0] ?? 0) / 255
    return Math.max(atLeastMs, step / 2 + (step / 2) * share)
  }

  reset(): void {
    this.failures = 0
  }
}
