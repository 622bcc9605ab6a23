import { networkOf, siteOf } from './client-network.ts'

/** Maximum number of keys that one limiter remembers. It forgets the least recently used key first. */
const MAX_KEYS = 50_000

/** The tokens that a request takes. `count`: their number, by default one. `of`: a second part of the key, for example an account, so that each
 *  account at an address has a bucket of its own; only AddressLimiter uses it. */
export type Taking = { readonly count?: number; readonly of?: string }

type Bucket = { tokens: number; atMs: number }

/** A token bucket for each key: `burst` requests at once, and `perMinute` in the long run. Each process counts for itself. A token may also stand for
 *  something else, such as a byte. */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>()

  constructor(
    private readonly burst: number,
    private readonly perMinute: number,
    /** A clock that never jumps. */
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Takes `count` tokens and answers 0. If there are too few, takes none and answers the seconds to wait. */
  take(key: string, { count = 1 }: Taking = {}): number {
    const bucket = this.refill(key)
    if (bucket.tokens < count) return Math.ceil(((count - bucket.tokens) / this.perMinute) * 60)
    bucket.tokens -= count
    return 0
  }

  /** Gives back the tokens of a request that does not count. */
  giveBack(key: string, { count = 1 }: Taking = {}): void {
    const bucket = this.refill(key)
    bucket.tokens = Math.min(this.burst, bucket.tokens + count)
  }

  private refill(key: string): Bucket {
    const nowMs = this.nowMs()
    const known = this.buckets.get(key)
    const tokens = known ? Math.min(this.burst, known.tokens + ((nowMs - known.atMs) / 60_000) * this.perMinute) : this.burst
    const bucket = { tokens, atMs: nowMs }
    // inserted again, so that the map stays in the order of last use
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

/** A site may make as many requests as this number of networks. */
const NETWORKS_OF_SITE = 4

/** Limits requests by the network of the client. All networks of an IPv6 site together may make four times as many requests as one. */
export class AddressLimiter extends RateLimiter {
  private readonly sites: RateLimiter

  constructor(burst: number, perMinute: number, nowMs?: () => number) {
    super(burst, perMinute, nowMs)
    this.sites = new RateLimiter(burst * NETWORKS_OF_SITE, perMinute * NETWORKS_OF_SITE, nowMs)
  }

  override take(address: string, taking: Taking = {}): number {
    const { of = '' } = taking
    const [network, site] = [networkOf(address), siteOf(address)]
    const waitSeconds = super.take(`${network} ${of}`, taking)
    if (waitSeconds > 0 || site === network) return waitSeconds
    const siteWaitSeconds = this.sites.take(`${site} ${of}`, taking)
    if (siteWaitSeconds > 0) super.giveBack(`${network} ${of}`, taking)
    return siteWaitSeconds
  }

  override giveBack(address: string, taking: Taking = {}): void {
    const { of = '' } = taking
    super.giveBack(`${networkOf(address)} ${of}`, taking)
    this.sites.giveBack(`${siteOf(address)} ${of}`, taking)
  }
}
