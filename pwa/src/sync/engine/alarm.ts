import type { Channel, Clock } from '../ports/ports.ts'

export const BACKOFF_FIRST_MS = 1_000
export const BACKOFF_LONGEST_MS = 60_000
/** Longest time that a tab waits for an attempt of the leading tab to end. */
const PATIENCE_MS = 10_000

/** Exponential backoff with jitter, so that the tablets of a shop do not all retry at the same moment. */
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

/** Wakes a tab's sync loop. The engine sets the alarm off without knowing whether a loop runs. */
export class Alarm {
  /** True while this tab holds the lock `sync`. */
  isLeading = false
  isFailing = false
  /** True when the alarm has gone off since the loop began its last round. */
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

  /** Starts an attempt now and resets the backoff. */
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

  /** Waits until the alarm goes off or the tab stops, at most `delayMs`. */
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

/** Wakes the leading tab. Resolves when its attempt has ended, when it reports that it is offline, or after PATIENCE_MS. */
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
