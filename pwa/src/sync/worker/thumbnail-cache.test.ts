import { THUMBNAIL } from '@shop/shared/images/thumbnails.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

/** Fakes of a browser's cache, its storage estimate, and a network. */
let kept: Map<string, Response> | undefined
let room = { usage: 1, quota: 100 }
let isFull = false
let fetched: string[] = []
let answer: () => Promise<Response>
let cached: typeof import('./thumbnail-cache.ts')
const before = { caches: globalThis.caches, fetch: globalThis.fetch }

const keptNow = () => (kept ??= new Map())
const cache = {
  match: async (url: string) => keptNow().get(url)?.clone(),
  put: async (url: string, response: Response) => {
    if (isFull) throw new DOMException('no room', 'QuotaExceededError')
    keptNow().set(url, response)
  },
  keys: async () => [...keptNow().keys()],
  delete: async (url: string) => keptNow().delete(url),
}
const thumbnail = (bytes = 4, status = 200, value = 'basic') =>
  Object.defineProperty(
    new Response(status === 204 ? null : new Uint8Array(bytes), { status, headers: { 'content-type': 'image/webp' } }),
    'type',
    {
      value,
    },
  )
const address = (n: number) => `http://localhost/api/images/thumbnail?of=${n}`
const ask = (n: number) => cached.keptThumbnail(new Request(address(n)))

beforeAll(() => {
  globalThis.caches = {
    open: async () => cache,
    delete: async () => {
      kept = undefined
      return true
    },
  } as unknown as CacheStorage
  globalThis.fetch = async (request) => {
    fetched.push((request as Request).url)
    return answer()
  }
  vi.stubGlobal('navigator', { storage: { estimate: async () => room } })
})
afterAll(() => {
  Object.assign(globalThis, before)
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  kept = undefined
  room = { usage: 1, quota: 100 }
  isFull = false
  fetched = []
  answer = async () => thumbnail()
  vi.resetModules()
  cached = await import('./thumbnail-cache.ts')
})

it('the thumbnail cache asks the server for a thumbnail once', async () => {
  for (let times = 0; times < 3; times++) expect((await (await ask(1)).arrayBuffer()).byteLength).toBe(4)
  expect(fetched).toHaveLength(1)
})

it('the thumbnail cache stores no answer that is empty, too large, opaque or failed', async () => {
  answer = async () => thumbnail(0, 204)
  expect((await ask(1)).status).toBe(204)
  answer = async () => thumbnail(THUMBNAIL.maxBytes + 1)
  expect((await ask(2)).status).toBe(200)
  answer = async () => thumbnail(4, 200, 'opaque')
  await ask(3)
  answer = async () => Promise.reject(new TypeError('offline'))
  await expect(ask(4)).rejects.toThrow('offline')
  expect(keptNow().size).toBe(0)
})

it('the thumbnail cache keeps the latest thumbnails, up to its limit', async () => {
  for (let n = 0; n <= cached.MAX_KEPT_THUMBNAILS; n++) await ask(n)
  expect(keptNow().size).toBe(cached.MAX_KEPT_THUMBNAILS + 1 - 100)
  expect([keptNow().has(address(99)), keptNow().has(address(100)), keptNow().has(address(cached.MAX_KEPT_THUMBNAILS))]).toEqual([
    false,
    true,
    true,
  ])
})

it('the thumbnail cache leaves half of the storage to sales, and empties itself on a full disk', async () => {
  await ask(1)
  room = { usage: 60, quota: 100 }
  for (let n = 2; n < 60; n++) await ask(n)
  expect(keptNow().size).toBeLessThan(30)
  room = { usage: 10, quota: 100 }
  for (let n = 60; n < 120; n++) await ask(n)
  expect(keptNow().size).toBeGreaterThan(40)
  isFull = true
  expect((await ask(1_000)).status).toBe(200)
  expect(kept).toBeUndefined()
})
