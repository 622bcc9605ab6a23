import type { Channel, Clock } from '../ports/ports.ts'

/** First and longest wait between attempts that fail. */
export const BACKOFF_FIRST_MS = 1_000
export const BACKOFF_LONGEST_MS = 60_000
/** How long a tab waits for the one that leads. */
const PATIENCE_MS = 10_000

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

/** Rouses the sync loop of a tab. The engine sets it off and the loop rests on it, so that neither has to know whether the other runs. */
export class Alarm {
  /** This tab holds the lock and talks to the server. */
  isLeading = false
  /** The last attempt failed: what only nudges waits for the next one. */
  isFailing = false
  /** It went off while the loop was busy, which clears this when it begins to look. */
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

  /** There is news, or trying again has become worth it: a poke, coming online, focus, a person. */
  wake(): void {
    this.backoff.reset()
    this.wentOff = true
    this.rouse()
  }

  /** There is something to send; while attempts fail it waits for the next one. */
  nudge(): void {
    if (this.isFailing) return
    this.wentOff = true
    this.rouse()
  }

  /** Wakes, and resolves when the attempt that begins then has ended, one way or the other. Only where this tab leads. */
  attempt(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.callers.push(resolve))
    this.wake()
    return ended
  }

  /** Callers of `attempt` for whom none has begun yet. */
  takeCallers(): readonly (() => void)[] {
    const { callers } = this
    this.callers = []
    return callers
  }

  get hasCallers(): boolean {
    return this.callers.length > 0
  }

  /** Waits until it goes off, at most so long. */
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

/** Wakes the tab that leads, and resolves when its attempt has ended or it is silent for too long. */
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
