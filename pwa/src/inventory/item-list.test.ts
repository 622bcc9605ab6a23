import type { Item } from '@shop/shared/inventory/schema.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { describe, expect, test } from 'vitest'
import { criteriaTest, filterItems, filtersInUse, NEWEST_FIRST, NO_CATEGORY, sortItems, sourceLabel } from './item-list.ts'

const ANN = '01900000-0000-7000-8000-00000000000a'
const BOB = '01900000-0000-7000-8000-00000000000b'
const nameOfOwner = (id: string) => ({ [ANN]: 'Ann', [BOB]: 'bob' })[id] ?? ''

let made = 0
const item = (changes: Partial<Item>): Item => ({
  id: `01900000-0000-7000-9000-${(made++).toString().padStart(12, '0')}`,
  source: changes.consignorId ? 'ConsignorInventory' : 'MasterInventory',
  consignorId: null,
  itemName: 'Tea',
  listingTitle: '',
  barcode1: '4006381333931',
  barcode2: '',
  location: '',
  link: '',
  imageUrl: '',
  priceCents: null,
  stockCount: 1,
  recountedAtMs: null,
  createdAtMs: made,
  updatedAtMs: made,
  ...changes,
})

const anyone = { location: '', consignorId: null, filter: 'all', stock: 'all', olderThanDays: 0, categoryId: '' } as const
const NOW_MS = 100 * 86_400_000
const CUPS = '01900000-0000-7000-8000-0000000000cc'
const NOW = { nowMs: NOW_MS, categoryName: (id: string) => (id === CUPS ? 'Cups' : '') }

describe('sorting', () => {
  test('starts with the newest', () => {
    const first = item({})
    const second = item({})
    expect(sortItems([first, second], NEWEST_FIRST, nameOfOwner)).toEqual([second, first])
  })

  test('ignores case and width of letters, and puts missing texts last in both directions', () => {
    const rows = [item({ listingTitle: '' }), item({ listingTitle: 'beta' }), item({ listingTitle: 'ＡＬＰＨＡ' })]
    const titles = (descending: boolean) =>
      sortItems(rows, { column: 'listingTitle', descending }, nameOfOwner).map((row) => row.listingTitle)
    expect(titles(false)).toEqual(['ＡＬＰＨＡ', 'beta', ''])
    expect(titles(true)).toEqual(['beta', 'ＡＬＰＨＡ', ''])
  })

  test('sorts by quantity', () => {
    const rows = [item({ stockCount: 3 }), item({ stockCount: -2 }), item({ stockCount: 12 })]
    expect(sortItems(rows, { column: 'quantity', descending: true }, nameOfOwner).map((row) => row.stockCount)).toEqual([12, 3, -2])
  })

  test('sorts by price, and puts what has none last in both directions', () => {
    const rows = [item({ priceCents: null }), item({ priceCents: cents(900) }), item({ priceCents: cents(10_000) })]
    const prices = (descending: boolean) => sortItems(rows, { column: 'price', descending }, nameOfOwner).map((row) => row.priceCents)
    expect(prices(false)).toEqual([900, 10_000, null])
    expect(prices(true)).toEqual([10_000, 900, null])
  })

  test("puts the shop's own stock first, then the consignors by name", () => {
    const rows = [item({ consignorId: BOB }), item({ consignorId: ANN }), item({})]
    expect(sortItems(rows, { column: 'source', descending: false }, nameOfOwner).map((row) => row.consignorId)).toEqual([null, ANN, BOB])
  })
})

describe('filtering', () => {
  const master = item({ location: 'Shelf A' })
  const ofAnn = item({ consignorId: ANN, location: 'shelf B' })
  const ofBob = item({ consignorId: BOB })
  const all = [master, ofAnn, ofBob]

  test('returns the same list without criteria', () => {
    expect(filterItems(all, null, anyone, NOW)).toBe(all)
    expect(criteriaTest({ ...anyone, location: ' \u200b ' }, NOW)).toBeUndefined()
  })

  test('finds the items of a category', () => {
    const rows = [item({ categoryId: CUPS }), item({ categoryId: '' }), item({})]
    expect(filterItems(rows, null, { ...anyone, categoryId: CUPS }, NOW)).toEqual(rows.slice(0, 1))
  })

  test('finds the items that show no category: without one, of an older release, or of a deleted one', () => {
    const rows = [item({ categoryId: CUPS }), item({ categoryId: '' }), item({}), item({ categoryId: BOB })]
    expect(filterItems(rows, null, { ...anyone, categoryId: NO_CATEGORY }, NOW)).toEqual(rows.slice(1))
  })

  test('counts the filters that are on', () => {
    expect(filtersInUse(anyone)).toBe(0)
    expect(filtersInUse({ location: 'A', consignorId: ANN, filter: 'master', stock: 'in', olderThanDays: 30, categoryId: BOB })).toBe(6)
  })

  test('combines source, consignor, location and text', () => {
    expect(filterItems(all, null, { ...anyone, filter: 'master' }, NOW)).toEqual([master])
    expect(filterItems(all, null, { ...anyone, filter: 'consignor' }, NOW)).toEqual([ofAnn, ofBob])
    expect(filterItems(all, null, { ...anyone, consignorId: BOB }, NOW)).toEqual([ofBob])
    expect(filterItems(all, null, { ...anyone, location: 'SHELF' }, NOW)).toEqual([master, ofAnn])
    expect(filterItems(all, new Set([ofAnn.id, ofBob.id]), { ...anyone, location: 'shelf' }, NOW)).toEqual([ofAnn])
  })

  test('finds what is in stock, sold out, or older than some days', () => {
    const soldOut = item({ stockCount: 0 })
    const oversold = item({ stockCount: -2 })
    const old = item({ createdAtMs: NOW_MS - 31 * 86_400_000 })
    const older = item({ createdAtMs: NOW_MS - 61 * 86_400_000 })
    const fresh = item({ createdAtMs: NOW_MS - 30 * 86_400_000 })
    const rows = [soldOut, oversold, old, older, fresh]
    expect(filterItems(rows, null, { ...anyone, stock: 'out' }, NOW)).toEqual([soldOut, oversold])
    expect(filterItems(rows, null, { ...anyone, stock: 'in' }, NOW)).toEqual([old, older, fresh])
    expect(filterItems(rows, null, { ...anyone, stock: 'in', olderThanDays: 30 }, NOW)).toEqual([old, older])
    expect(filterItems(rows, null, { ...anyone, stock: 'in', olderThanDays: 60 }, NOW)).toEqual([older])
  })

  test('keeps the given order', () => {
    expect(filterItems([ofBob, ofAnn], new Set([ofAnn.id, ofBob.id]), anyone, NOW)).toEqual([ofBob, ofAnn])
  })
})

test('the source is Master or a name, never empty', () => {
  expect(sourceLabel({ consignorId: null }, nameOfOwner)).toBe('Master')
  expect(sourceLabel({ consignorId: ANN }, nameOfOwner)).toBe('Ann')
  expect(sourceLabel({ consignorId: '01911111-0000-7000-8000-000000000000' }, nameOfOwner)).toBe('Consignor 01911111')
})
