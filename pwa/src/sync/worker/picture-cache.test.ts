import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { keptPicture, MAX_KEPT_PICTURES } from './picture-cache.ts'

/** Fakes of a browser's cache, which keeps its entries in order, and of a network. */
const kept = new Map<string, Response>()
let fetched: string[] = []
let answer: () => Promise<Response>
const before = { caches: globalThis.caches, fetch: globalThis.fetch }

const cache = {
  match: async (url: string) => kept.get(url)?.clone(),
  put: async (url: string, response: Response) => void kept.set(url, response),
  keys: async () => [...kept.keys()],
  delete: async (url: string) => kept.delete(url),
}
const picture = (status = 200) =>
  Object.defineProperty(new Response('jpeg', { status, headers: { 'content-type': 'image/jpeg' } }), 'type', { value: 'basic' })
const ask = (n: number) => keptPicture(new Request(`http://localhost/api/images/${n}.jpg`))

beforeAll(() => {
  globalThis.caches = { open: async () => cache } as unknown as CacheStorage
  globalThis.fetch = async (request) => {
    fetched.push((request as Request).url)
    return answer()
  }
})
afterAll(() => Object.assign(globalThis, before))
beforeEach(() => {
  kept.clear()
  fetched = []
  answer = async () => picture()
})

it('the picture cache asks the server for a picture once', async () => {
  for (let times = 0; times < 3; times++) expect(await (await ask(1)).text()).toBe('jpeg')
  expect(fetched).toHaveLength(1)
})

it('the picture cache keeps no failed answer, and nothing while offline', async () => {
  answer = async () => picture(404)
  expect((await ask(1)).status).toBe(404)
  answer = async () => Promise.reject(new TypeError('offline'))
  await expect(ask(2)).rejects.toThrow('offline')
  expect(kept.size).toBe(0)
})

it('the picture cache keeps the latest pictures, up to its limit', async () => {
  for (let n = 0; n < MAX_KEPT_PICTURES + 5; n++) await ask(n)
  expect(kept.size).toBe(MAX_KEPT_PICTURES)
  expect(kept.has('http://localhost/api/images/4.jpg')).toBe(false)
  expect(kept.has(`http://localhost/api/images/${MAX_KEPT_PICTURES + 4}.jpg`)).toBe(true)
})
