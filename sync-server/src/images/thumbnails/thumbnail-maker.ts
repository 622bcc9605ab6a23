import { setTimeout as sleep } from 'node:timers/promises'
import { NotPublic } from '../../platform/http/public-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { LinkProblem } from '../follow-link.ts'
import type { PictureStore } from '../picture-store.ts'
import { fetchPicture, HostTrouble } from './fetch-picture.ts'
import { thumbnailPicture } from './thumbnail-picture.ts'
import { claimWish, noteOutcome, type Outcome, settleTouches, type Wish } from './thumbnail-rows.ts'

/** A picture has this long from its name to its last byte. */
const TIMEOUT_MS = 10_000
/** Between two requests to one host, by whichever server of the shop. */
const PACE_MS = 500
/** Pictures one server fetches at once. */
const MAX_AT_ONCE = 4
/** How often it looks whether there is something to do. */
const POLL_MS = 3_000
/** A link that failed is tried again after this, then after four times as long, and so on. */
const RETRY_SECONDS = { first: 60, factor: 4, most: 86_400 } as const
/** A host that failed is left alone for this long, then for twice as long, and so on. */
const HOST_SECONDS = { first: 5, factor: 2, most: 3_600 } as const

/** What comes within this is now. */
const NOW_MS = 50
/** One that stops waits so long for a store that does not answer. */
const CLOSE_MS = 2_000

/** What the maker is opened with. */
export type ThumbnailMakerParts = {
  readonly store: PictureStore
  readonly trustedOrigins: readonly string[]
  readonly timeoutMs?: number | undefined
  readonly paceMs?: number | undefined
}

/** Makes thumbnails, slowly: nobody waits for them. */
export type ThumbnailMaker = {
  start(): void
  /** Makes what can be made now, and answers when nothing is left (tests). */
  settle(): Promise<void>
  /** Ends what is under way; it is as if it had not begun. */
  close(): Promise<void>
}

/** Connects to nobody before the first link. */
export function openThumbnailMaker(platform: Platform, parts: ThumbnailMakerParts): ThumbnailMaker {
  const { store, trustedOrigins, timeoutMs = TIMEOUT_MS, paceMs = PACE_MS } = parts
  const stop = new AbortController()
  const underWay = new Set<Promise<void>>()
  let wake = () => {}
  let working: Promise<void> | undefined
  const isTrusted = (url: string) => URL.canParse(url) && trustedOrigins.includes(new URL(url).origin)

  const attempt = async (wish: Wish): Promise<Outcome> => {
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const bytes = await fetchPicture(wish.link, { signal: AbortSignal.any([stop.signal, late]), isTrusted })
      const webp = await thumbnailPicture(bytes)
      if (stop.signal.aborted) return { state: 'released' }
      await store.put(wish.file, webp)
      return { state: 'made' }
    } catch (error) {
      if (stop.signal.aborted) return { state: 'released' }
      if (error instanceof NotPublic) return { state: 'none', problem: 'The link does not lead to the public internet.' }
      if (error instanceof LinkProblem) return { state: 'none', problem: error.message }
      const asked = error instanceof HostTrouble ? error.retryAfterSeconds : 0
      // links are what people typed: they stay out of the log
      platform.log.debug({ code: (error as { code?: string }).code, reason: (error as Error).name }, 'a picture could not be fetched')
      return {
        state: 'later',
        problem:
          error instanceof HostTrouble ? error.message : late.aborted ? 'The picture took too long.' : 'The picture cannot be fetched.',
        inSeconds: grown(RETRY_SECONDS, wish.tries),
        hostSeconds: Math.max(grown(HOST_SECONDS, wish.hostFailures + 1), Math.min(asked, HOST_SECONDS.most)),
      }
    }
  }
  const make = async (wish: Wish) => {
    const outcome = await attempt(wish)
    const isWished = await noteOutcome(platform, wish, outcome)
    if (!isWished) platform.jobs.wake()
    if (outcome.state !== 'released')
      platform.metrics.jobs.inc({
        kind: 'images.thumbnail',
        outcome: outcome.state === 'made' ? 'done' : outcome.state === 'later' ? 'retried' : 'failed',
      })
  }
  /** Begins what may begin now. Answers in how many milliseconds there may be more; null when nothing is to be done. */
  const begin = async (): Promise<number | null> => {
    const touched = await settleTouches(platform)
    if (touched > 0) platform.jobs.wake()
    while (underWay.size < MAX_AT_ONCE && !stop.signal.aborted) {
      const claimed = await claimWish(platform, paceMs)
      if ('inMs' in claimed) return touched > 0 ? 0 : claimed.inMs
      const job = make(claimed)
        .catch((error: unknown) => {
          // one that is about to stop may have lost its database: the wish is taken up again when its time is over
          if (!stop.signal.aborted) platform.log.warn({ err: error }, 'a thumbnail could not be noted')
        })
        .finally(() => {
          underWay.delete(job)
          wake()
        })
      underWay.add(job)
    }
    return touched > 0 ? 0 : POLL_MS
  }
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const work = async () => {
    while (!stop.signal.aborted) {
      let inMs: number | null = POLL_MS
      try {
        inMs = await begin()
      } catch (error) {
        platform.log.warn({ err: error }, 'thumbnails cannot be made at present')
      }
      if (!stop.signal.aborted) await pause(Math.min(POLL_MS, Math.max(inMs ?? POLL_MS, NOW_MS)))
    }
  }

  return {
    start() {
      working ??= work()
    },
    async settle() {
      for (;;) {
        const inMs = await begin()
        if (underWay.size === 0 && (inMs === null || inMs > NOW_MS)) return
        await Promise.race([...underWay, pause(NOW_MS)])
      }
    },
    async close() {
      stop.abort()
      wake()
      await Promise.race([Promise.all([working, ...underWay]), sleep(CLOSE_MS)])
    },
  }
}

/** Seconds before the nth attempt after the first. */
function grown({ first, factor, most }: { first: number; factor: number; most: number }, nth: number): number {
  return Math.min(first * factor ** (nth - 1), most)
}
