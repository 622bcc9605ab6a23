import { PICTURE_CACHE } from '../ports/worker-messages.ts'

/** Maximum number of pictures that a device keeps for offline use. The oldest are deleted first. */
export const MAX_KEPT_PICTURES = 300

/** Answers a picture from the cache, else from the server. Caches it, because the picture at an address never changes. */
export async function keptPicture(request: Request): Promise<Response> {
  const cache = await caches.open(PICTURE_CACHE)
  const kept = await cache.match(request.url)
  if (kept) return kept
  // kept here alone: the browser's own cache would outlive the sign-out
  const response = await fetch(request, { cache: 'no-store' })
  const isPicture = response.headers.get('content-type')?.startsWith('image/') ?? false
  if (isPicture && response.status === 200 && response.type === 'basic') {
    // a device without room shows the picture all the same
    await keep(cache, request.url, response.clone()).catch(() => undefined)
  }
  return response
}

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_KEPT_PICTURES)).map((key) => cache.delete(key)))
}
