import { expect, it } from 'vitest'
import { addressesAhead, allowanceOf, fetchAhead, MAX_AHEAD, MAX_AHEAD_UNKNOWN, MAX_MISSES } from './fetch-ahead.ts'

const item = (imageUrl: string, updatedAtMs: number, stockCount = 1) => ({ imageUrl, updatedAtMs, stockCount })
const of = (link: string) => `/api/images/thumbnail?of=${encodeURIComponent(link)}`

it('no picture is prefetched over a metered or slow network', () => {
  expect(allowanceOf({ type: 'wifi', effectiveType: '4g' })).toBe(MAX_AHEAD)
  expect(allowanceOf({ effectiveType: '4g' })).toBe(MAX_AHEAD_UNKNOWN)
  expect(allowanceOf(undefined)).toBe(MAX_AHEAD_UNKNOWN)
  for (const none of [{ saveData: true, type: 'wifi' }, { type: 'cellular', effectiveType: '4g' }, { effectiveType: '3g' }])
    expect(allowanceOf(none)).toBe(0)
})

it('each picture of the items in stock is prefetched once, beginning with the item that changed last', () => {
  const items = [
    item('http://a/1', 1),
    item('http://a/2', 3),
    item('http://a/2', 2),
    item('http://a/3', 9, 0),
    item('', 8),
    item('not an address', 7),
    item('http://a/4', 0),
  ]
  expect(addressesAhead(items, 2)).toEqual([of('http://a/2'), of('http://a/1')])
  expect(addressesAhead(items, 10)).toHaveLength(3)
})

const run = async (ports: { kept?: string[]; made?: (n: number) => boolean; turns?: number; isOffline?: boolean }) => {
  const { kept = [], made = () => true, turns = Number.POSITIVE_INFINITY, isOffline = false } = ports
  const keptNow = new Set(kept)
  const asked: string[] = []
  let taken = 0
  const addresses = Array.from({ length: 200 }, (_, n) => String(n))
  const fetched = await fetchAhead(addresses, {
    isKept: async (address) => keptNow.has(address),
    fetch: async (address) => {
      asked.push(address)
      if (isOffline) throw new TypeError('offline')
      if (made(Number(address))) keptNow.add(address)
      return made(Number(address))
    },
    turn: async () => ++taken <= turns,
  })
  return { asked, fetched }
}

it('the prefetch loads only missing pictures, and stops on request or when offline', async () => {
  expect((await run({ kept: ['0', '2'] })).asked.slice(0, 2)).toEqual(['1', '3'])
  expect(await run({ turns: 3 })).toEqual({ asked: ['0', '1', '2'], fetched: 3 })
  expect((await run({ isOffline: true })).asked).toEqual(['0'])
})

it('the prefetch gives up after many misses in a row', async () => {
  expect((await run({ made: () => false })).asked).toHaveLength(MAX_MISSES)
  expect((await run({ made: (n) => n % 30 === 0 })).asked).toHaveLength(200)
})
