import { THUMBNAIL } from '@shop/shared/images/thumbnails.ts'
import { THUMBNAIL_CACHE } from '../ports/worker-messages.ts'

/** Thumbnails a device keeps for when it is offline; with `THUMBNAIL.maxBytes` each, at most 64 MB and in truth a third of it. */
export const MAX_KEPT_THUMBNAILS = 2_000
/** So many of the oldest go at once, so that finding them is rare. */
const GO_AT_ONCE = 100
/** Of the room the browser gives the app, sales and their rows keep at least half. */
const MAX_PART_OF_ROOM = 0.5
/** How many are kept before the room is looked at again. */
const LOOK_EVERY = 25

let count: number | undefined
let hasRoom = true
let untilLook = 0

/** A thumbnail from the device, else from the server, then kept: its address stands for this one picture for ever. The service worker's alone, as it counts. */
export async function keptThumbnail(request: Request): Promise<Response> {
  const cache = await caches.open(THUMBNAIL_CACHE)
  const kept = await cache.match(request.url, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  const { headers, status, type } = response
  const isThumbnail = status === 200 && type === 'basic' && headers.get('content-type') === THUMBNAIL.type
  // a device without room shows it all the same
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

/** The storage is full: what can be fetched again makes room for what cannot. */
async function forgetAll(): Promise<void> {
  count = undefined
  hasRoom = false
  untilLook = LOOK_EVERY
  await caches.delete(THUMBNAIL_CACHE).catch(() => false)
}
