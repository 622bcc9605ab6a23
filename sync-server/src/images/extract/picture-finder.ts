import type { FoundPicture } from '@shop/shared/images/calls.ts'
import { imageRefusals } from '@shop/shared/images/errors.ts'
import { asinOf, retailerPictureOf } from '@shop/shared/inventory/rules/asin.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { isPublicWebUrl, NotPublic } from '../../platform/http/public-address.ts'
import { RateLimiter } from '../../platform/http/rate-limiter.ts'
import type { Log } from '../../platform/kernel/log.ts'
import { TooMany } from '../../platform/kernel/too-many.ts'
import { LinkProblem } from '../follow-link.ts'
import { PagePictures } from './page-pictures.ts'
import { readPage } from './read-page.ts'

/** Maximum milliseconds for a page, from the name lookup to the last byte. */
export const TIMEOUT_MS = 10_000
/** Number of pages that one user may ask for: in a burst, and then per minute. A backfill needs thirty a minute. */
const LOOKS = { burst: 30, perMinute: 60 } as const
/** Maximum number of pages that are read at the same time, for one user and for all users. */
const MAX_OF_ONE = 3
const MAX_OF_ALL = 12

type PictureFinderParts = {
  readonly log: Log
  /** Origins in the shop's network that are allowed although they are not public. */
  readonly trustedOrigins: readonly string[]
  readonly timeoutMs?: number | undefined
}

/** Finds pictures of products on the pages that sell them. */
export type PictureFinder = {
  /** Finds the picture of the product at a link. Refuses LINK_NOT_PUBLIC and TOO_MANY_REQUESTS. */
  find(link: string, uid: string): Promise<FoundPicture>
  /** Aborts pending requests. */
  close(): void
}

/** Opens the finder, which opens no connection before the first link. */
export function openPictureFinder({ log, trustedOrigins, timeoutMs = TIMEOUT_MS }: PictureFinderParts): PictureFinder {
  const limiter = new RateLimiter(LOOKS.burst, LOOKS.perMinute)
  const underWay = new Set<{ readonly uid: string; readonly stop: AbortController }>()
  const isTrusted = (url: string) => URL.canParse(url) && trustedOrigins.includes(new URL(url).origin)
  const isAccepted = (url: string) => isTrusted(url) || isPublicWebUrl(url)

  const requireTurn = (uid: string) => {
    const ofOne = [...underWay].filter((look) => look.uid === uid).length
    const waitSeconds = ofOne >= MAX_OF_ONE || underWay.size >= MAX_OF_ALL ? 1 : limiter.take(uid)
    if (waitSeconds > 0) throw new TooMany('TOO_MANY_REQUESTS', kernelRefusals.TOO_MANY_REQUESTS.message, waitSeconds)
  }
  /** Answers the page's picture or the reason for its absence, and the last address of the link. */
  const look = async (link: string, signal: AbortSignal) => {
    const pictures = new PagePictures()
    let lastUrl = link
    const onRedirect = (url: string) => {
      lastUrl = url
    }
    try {
      const arrival = await readPage(link, { signal, isTrusted, onRedirect, onText: (text) => pictures.write(text) })
      if (arrival.kind === 'picture') return { lastUrl, imageUrl: arrival.url }
      if (pictures.isWall) return { lastUrl, problem: 'The page asks whether a person is looking.' }
      const imageUrl = pictures.best(arrival.url, isAccepted)
      return imageUrl === undefined ? { lastUrl, problem: 'The page names no picture.' } : { lastUrl, imageUrl }
    } catch (error) {
      if (error instanceof NotPublic) throw refusal(imageRefusals, 'LINK_NOT_PUBLIC')
      if (signal.aborted) return { lastUrl, isLate: true, problem: 'The page took too long.' }
      // the error may contain addresses that people typed, which must not reach the log
      log.debug({ code: (error as { code?: string }).code, reason: (error as Error).name }, 'a product page could not be read')
      return { lastUrl, problem: error instanceof LinkProblem ? error.message : 'The page cannot be reached.' }
    }
  }

  return {
    async find(link, uid) {
      if (!isAccepted(link)) throw refusal(imageRefusals, 'LINK_NOT_PUBLIC')
      requireTurn(uid)
      const entry = { uid, stop: new AbortController() }
      underWay.add(entry)
      const late = setTimeout(() => entry.stop.abort(), timeoutMs)
      try {
        const { lastUrl, imageUrl, problem = null, isLate } = await look(new URL(link).href, entry.stop.signal)
        if (imageUrl !== undefined) return { imageUrl, source: 'page', problem }
        // a page that timed out may name a picture itself, so no address is built from the product number
        const asin = isLate ? undefined : (asinOf(link) ?? asinOf(lastUrl))
        return asin === undefined
          ? { imageUrl: null, source: null, problem }
          : { imageUrl: retailerPictureOf(asin), source: 'retailer', problem }
      } finally {
        clearTimeout(late)
        underWay.delete(entry)
      }
    },
    close() {
      for (const { stop } of underWay) stop.abort()
    },
  }
}
