import { THUMBNAIL } from '@shop/shared/images/thumbnails.ts'
import { THUMBNAIL_CACHE } from '../ports/worker-messages.ts'

/** Maximum number of thumbnails that a device stores for offline use. Together they take at most 64 MB (`THUMBNAIL.maxBytes` each), usually a third
 *  of that. */
export const MAX_KEPT_THUMBNAILS = 2_000
/** Number of oldest thumbnails deleted at a time, so that the app rarely has to list all of them. */
const GO_AT_ONCE = 100
/** Thumbnails are stored only while less than this share of the browser's quota is in use; sales and rows have the rest. */
const MAX_PART_OF_ROOM = 0.5
/** Number of thumbnails handled between two checks of the storage in use. */
const LOOK_EVERY = 25

let count: number | undefined
let hasRoom = true
let untilLook = 0

/** Answers a thumbnail from the cache, else from the server. Caches it, because the picture at an address never changes. Only the service worker may
 *  call it, because this module counts the cached thumbnails. */
export async function keptThumbnail(request: Request): Promise<Response> {
  const cache = await caches.open(THUMBNAIL_CACHE)
  const kept = await cache.match(request.url, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  const { headers, status, type } = response
  const isThumbnail = status === 200 && type === 'basic' && headers.get('content-type') === THUMBNAIL.type
  // a thumbnail that cannot be stored is shown nevertheless
  if (isThumbnail) await keep(cache, request.url, response.clone()).catch(forgetAll)
  return response
}

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  const bytes = await response.clone().arrayBuffer()
  if (bytes.byteLength > THUMBNAIL.maxBytes || !(await roomFor())) return
  count ??= (await cache.keys()).length
  await cache.put(url, response)
  if (++count <= MAX_KEPT_THUMBNAILS) return
  const keys = await cache.keys()
  const going = keys.slice(0, Math.max(GO_AT_ONCE, keys.length - MAX_KEPT_THUMBNAILS))
  await Promise.all(going.map((key) => cache.delete(key)))
  count = keys.length - going.length
}

async function roomFor(): Promise<boolean> {
  if (untilLook-- > 0) return hasRoom
  untilLook = LOOK_EVERY
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {}
  hasRoom = usage < quota * MAX_PART_OF_ROOM
  return hasRoom
}

/** Deletes all thumbnails when the storage is full, because they can be fetched again and sales cannot. */
async function forgetAll(): Promise<void> {
  count = undefined
  hasRoom = false
  untilLook = LOOK_EVERY
  await caches.delete(THUMBNAIL_CACHE).catch(() => false)
}
