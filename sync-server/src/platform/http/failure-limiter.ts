/** Maximum number of keys that are remembered. The least recently used key is forgotten first. */
const MAX_KEYS = 50_000
/** Seconds of the first wait after the free attempts. Each further failure doubles the wait. */
const FIRST_WAIT_SECONDS = 30
const MAX_WAIT_SECONDS = 900
/** Milliseconds since the last failure after which one failure is forgotten. */
const FORGET_MS = 300_000

type Count = { readonly failures: number; readonly atMs: number; readonly untilMs: number }

/** Makes a caller who fails too often wait, longer after each further failure. The first `free` attempts need no wait. Each process counts for
 *  itself, remembers a limited number of callers, and forgets failures after a while. */
export class FailureLimiter {
  private readonly counts = new Map<string, Count>()

  constructor(
    private readonly free: number,
    /** A clock that never jumps. */
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Counts an attempt as failed and answers 0, or counts nothing and answers the seconds to wait. Failures counted up to `sinceMs` are void. */
  take(key: string, sinceMs?: number): number {
    const waitSeconds = this.waitSeconds(key, sinceMs)
    if (waitSeconds > 0) return waitSeconds
    const nowMs = this.nowMs()
    const known = this.read(key, nowMs, sinceMs)
    const failures = known.failures + 1
    const waitMs = Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - this.free)) * 1_000
    this.write(key, { failures, atMs: nowMs, untilMs: failures < this.free ? 0 : nowMs + waitMs })
    return 0
  }

  /** The seconds that an attempt would have to wait now. Counts nothing. */
  waitSeconds(key: string, sinceMs?: number): number {
    const nowMs = this.nowMs()
    return Math.ceil(Math.max(0, this.read(key, nowMs, sinceMs).untilMs - nowMs) / 1_000)
  }

  /** Withdraws an attempt that did not fail. A key without failures is forgotten, so that attempts which succeed push out nobody's failures. */
  giveBack(key: string): void {
    const known = this.counts.get(key)
    if (!known) return
    if (known.failures > 1) this.write(key, { ...known, failures: known.failures - 1, untilMs: 0 })
    else this.counts.delete(key)
  }

  private read(key: string, nowMs: number, sinceMs = Number.NEGATIVE_INFINITY): Count {
    const known = this.counts.get(key)
    if (!known || known.atMs <= sinceMs) return { failures: 0, atMs: nowMs, untilMs: 0 }
    return { ...known, failures: Math.max(0, known.failures - Math.floor((nowMs - known.atMs) / FORGET_MS)) }
  }

  private write(key: string, count: Count): void {
    // inserted again, so that the map stays in the order of last use
    this.counts.delete(key)
    this.counts.set(key, count)
    if (this.counts.size > MAX_KEYS) this.counts.delete(this.counts.keys().next().value as string)
  }
}
