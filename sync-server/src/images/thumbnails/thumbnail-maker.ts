import { setTimeout as sleep } from 'node:timers/promises'
import { NotPublic } from '../../platform/http/public-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { LinkProblem } from '../follow-link.ts'
import type { PictureStore } from '../picture-store.ts'
import { fetchPicture, HostTrouble } from './fetch-picture.ts'
import { thumbnailPicture } from './thumbnail-picture.ts'
import { claimWish, noteOutcome, type Outcome, settleTouches, type Wish } from './thumbnail-rows.ts'

/** Maximum milliseconds for a picture, from the name lookup to the last byte. */
const TIMEOUT_MS = 10_000
/** Milliseconds between two requests to one host, over all servers of the shop. */
const PACE_MS = 500
/** Maximum number of fetches of one server at the same time. */
const MAX_AT_ONCE = 4
/** Milliseconds between two looks for work. */
const POLL_MS = 3_000
/** Delays before a failed link is tried again. Each delay is four times the previous one. */
const RETRY_SECONDS = { first: 60, factor: 4, most: 86_400 } as const
/** Pauses of a failed host. Each pause is twice the previous one. */
const HOST_SECONDS = { first: 5, factor: 2, most: 3_600 } as const

/** Milliseconds of the shortest pause. Work that is due sooner counts as due now. */
const NOW_MS = 50
/** Milliseconds that `close` waits for a store that does not answer. */
const CLOSE_MS = 2_000

export type ThumbnailMakerParts = {
  readonly store: PictureStore
  readonly trustedOrigins: readonly string[]
  readonly timeoutMs?: number | undefined
  readonly paceMs?: number | undefined
}

/** Makes thumbnails at a slow pace, because nobody waits for them. Opens no connection before there is a link to fetch. */
export class ThumbnailMaker {
  private readonly stop = new AbortController()
  private readonly underWay = new Set<Promise<void>>()
  private wake = () => {}
  private working: Promise<void> | undefined

  constructor(
    private readonly platform: Platform,
    private readonly parts: ThumbnailMakerParts,
  ) {}

  start(): void {
    this.working ??= this.work()
  }

  /** Makes every thumbnail that is due, and resolves when none is left (tests). */
  async settle(): Promise<void> {
    for (;;) {
      const inMs = await this.begin()
      if (this.underWay.size === 0 && (inMs === null || inMs > NOW_MS)) return
      await Promise.race([...this.underWay, this.pause(NOW_MS)])
    }
  }

  /** Aborts the attempts in progress and releases their requests, as if the attempts had not begun. */
  async close(): Promise<void> {
    this.stop.abort()
    this.wake()
    await Promise.race([Promise.all([this.working, ...this.underWay]), sleep(CLOSE_MS)])
  }

  private get isStopping(): boolean {
    return this.stop.signal.aborted
  }

  private async work(): Promise<void> {
    while (!this.isStopping) {
      let inMs: number | null = POLL_MS
      try {
        inMs = await this.begin()
      } catch (error) {
        this.platform.log.warn({ err: error }, 'thumbnails cannot be made at present')
      }
      if (!this.isStopping) await this.pause(Math.min(POLL_MS, Math.max(inMs ?? POLL_MS, NOW_MS)))
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Begins to make the thumbnails that are due. Answers the milliseconds until more may be due, or null when none is waiting. */
  private async begin(): Promise<number | null> {
    const { platform, underWay } = this
    const touched = await settleTouches(platform)
    if (touched > 0) platform.jobs.wake()
    while (underWay.size < MAX_AT_ONCE && !this.isStopping) {
      const claimed = await claimWish(platform, this.parts.paceMs ?? PACE_MS)
      if ('inMs' in claimed) return touched > 0 ? 0 : claimed.inMs
      const job = this.make(claimed)
        .catch((error: unknown) => {
          // a stopping server may have lost its database; another server claims the request when the lease ends
          if (!this.isStopping) platform.log.warn({ err: error }, 'a thumbnail could not be recorded')
        })
        .finally(() => {
          underWay.delete(job)
          this.wake()
        })
      underWay.add(job)
    }
    return touched > 0 ? 0 : POLL_MS
  }

  private async make(wish: Wish): Promise<void> {
    const { jobs, metrics } = this.platform
    const outcome = await this.attempt(wish)
    const isWished = await noteOutcome(this.platform, wish, outcome)
    if (!isWished) jobs.wake()
    if (outcome.state !== 'released')
      metrics.jobs.inc({
        kind: 'images.thumbnail',
        outcome: outcome.state === 'made' ? 'done' : outcome.state === 'later' ? 'retried' : 'failed',
      })
  }

  private async attempt(wish: Wish): Promise<Outcome> {
    const { store, trustedOrigins, timeoutMs = TIMEOUT_MS } = this.parts
    const isTrusted = (url: string) => URL.canParse(url) && trustedOrigins.includes(new URL(url).origin)
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const bytes = await fetchPicture(wish.link, { signal: AbortSignal.any([this.stop.signal, late]), isTrusted })
      const webp = await thumbnailPicture(bytes)
      if (this.isStopping) return { state: 'released' }
      await store.put(wish.file, webp)
      return { state: 'made' }
    } catch (error) {
      return this.isStopping ? { state: 'released' } : this.outcomeOf(error, wish, late.aborted)
    }
  }

  /** Answers the outcome of a failed attempt: `none` when no attempt can succeed, `later` when the host may recover. */
  private outcomeOf(error: unknown, wish: Wish, isLate: boolean): Outcome {
    if (error instanceof NotPublic) return { state: 'none', problem: 'The link does not lead to the public internet.' }
    if (error instanceof LinkProblem) return { state: 'none', problem: error.message }
    const isHost = error instanceof HostTrouble
    // people typed the links, which must not reach the log
    this.platform.log.debug({ code: (error as { code?: string }).code, reason: (error as Error).name }, 'a picture could not be fetched')
    return {
      state: 'later',
      problem: isHost ? error.message : isLate ? 'The picture took too long.' : 'The picture cannot be fetched.',
      inSeconds: grown(RETRY_SECONDS, wish.tries),
      hostSeconds: Math.max(grown(HOST_SECONDS, wish.hostFailures + 1), Math.min(isHost ? error.retryAfterSeconds : 0, HOST_SECONDS.most)),
    }
  }
}

/** Answers the nth delay in a series of growing delays, in seconds. */
function grown({ first, factor, most }: { first: number; factor: number; most: number }, nth: number): number {
  return Math.min(first * factor ** (nth - 1), most)
}
