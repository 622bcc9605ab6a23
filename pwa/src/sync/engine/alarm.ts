import type { Channel, Clock } from '../ports/ports.ts'

/** The first and the longest wait after a failed attempt. */
export const BACKOFF_FIRST_MS = 1_000
export const BACKOFF_LONGEST_MS = 60_000
/** Longest time that a tab waits for an attempt of the leading tab to end. */
const PATIENCE_MS = 10_000

/** Exponential backoff with jitter: each wait is between half a step and a whole step. The tablets of a shop thus do not all retry at the same
 *  moment. */
export class Backoff {
  private failures = 0
  constructor(private readonly clock: Pick<Clock, 'random'>) {}

  /** Counts one more failure and answers the wait before the next attempt, in milliseconds. `atLeastMs`: the wait the server asked for. */
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

/** Wakes a tab's sync loop, which sleeps until the engine sets the alarm off. The engine need not know whether a loop runs. */
export class Alarm {
  /** True while this tab holds the sync lock and talks to the server. */
  isLeading = false
  /** True after a failed attempt: `nudge` then leaves the retry to the backoff. */
  isFailing = false
  /** True when the alarm went off while the loop was busy. The loop clears this flag when a cycle begins. */
  wentOff = false
  readonly backoff: Backoff
  private readonly sleepers = new Set<() => void>()
  private callers: (() => void)[] = []

  constructor(
    private readonly clock: Clock,
    private readonly ending: AbortSignal,
  ) {
    this.backoff = new Backoff(clock)
    ending.addEventListener('abort', () => this.rouse())
  }

  /** Starts an attempt now and resets the backoff, after a poke, a new connection, focus or a person's request. */
  wake(): void {
    this.backoff.reset()
    this.wentOff = true
    this.rouse()
  }

  /** Starts an attempt because there is something to send, unless the last attempt failed: then the backoff decides when to retry. */
  nudge(): void {
    if (this.isFailing) return
    this.wentOff = true
    this.rouse()
  }

  /** Wakes the loop and resolves when the next attempt has ended, even if it failed. Only for the leading tab. */
  attempt(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.callers.push(resolve))
    this.wake()
    return ended
  }

  /** Removes and returns the callers of `attempt` that wait for the coming attempt. */
  takeCallers(): readonly (() => void)[] {
    const { callers } = this
    this.callers = []
    return callers
  }

  get hasCallers(): boolean {
    return this.callers.length > 0
  }

  /** Waits until the alarm goes off, but no longer than `delayMs`. */
  rest(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        cancel()
        this.sleepers.delete(resume)
        resolve()
      }
      const cancel = this.clock.after(delayMs, resume)
      this.sleepers.add(resume)
      if (this.ending.aborted) resume()
    })
  }

  private rouse(): void {
    for (const resume of [...this.sleepers]) resume()
  }
}

/** Wakes the leading tab and resolves when its attempt has ended, or after PATIENCE_MS. */
export function attemptElsewhere({ channel, clock }: { channel: Channel; clock: Clock }, wake: () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      unsubscribe()
      resolve()
    }
    const cancel = clock.after(PATIENCE_MS, end)
    let hasBegun = false
    const unsubscribe = channel.subscribe((message) => {
      if (message.kind !== 'status') return
      if (message.status.phase !== 'idle') hasBegun = true
      else if (hasBegun || !message.status.online) end()
    })
    wake()
  })
}
