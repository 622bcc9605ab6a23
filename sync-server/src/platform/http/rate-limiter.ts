import { networkOf } from './client-network.ts'

/** Keys one limiter remembers. Beyond it the ones that have waited longest are forgotten. */
const MAX_KEYS = 50_000

type Bucket = { tokens: number; atMs: number }

/** Lets `burst` requests of one key pass at once and `perMinute` in the long run. Counts are this process's own. */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>()

  constructor(
    private readonly burst: number,
    private readonly perMinute: number,
    /** A clock that never jumps. */
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Takes one. Answers 0, or the seconds to wait when none is left (and takes none). */
  take(key: string): number {
    const bucket = this.refill(key)
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / this.perMinute) * 60)
    bucket.tokens -= 1
    return 0
  }

  /** Gives one back that turned out not to count. */
  giveBack(key: string): void {
    const bucket = this.refill(key)
    bucket.tokens = Math.min(this.burst, bucket.tokens + 1)
  }

  private refill(key: string): Bucket {
    const nowMs = this.nowMs()
    const known = this.buckets.get(key)
    const tokens = known ? Math.min(this.burst, known.tokens + ((nowMs - known.atMs) / 60_000) * this.perMinute) : this.burst
    const bucket = { tokens, atMs: nowMs }
    // set anew, so that the map stays in the order of last use
    this.buckets.delete(key)
    this.buckets.set(key, bucket)
    if (this.buckets.size > MAX_KEYS)
      for (const oldest of this.buckets.keys()) {
        this.buckets.delete(oldest)
        break
      }
    return bucket
  }
}

/** As `RateLimiter`, for addresses: those of one network count as one. `of`: what is counted apart, where that is not all they do. */
export class AddressLimiter extends RateLimiter {
  override take(address: string, of = ''): number {
    return super.take(`${networkOf(address)} ${of}`)
  }

  override giveBack(address: string, of = ''): void {
    super.giveBack(`${networkOf(address)} ${of}`)
  }
}
