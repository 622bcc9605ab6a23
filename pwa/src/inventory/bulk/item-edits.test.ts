import type { Item } from '@shop/shared/inventory/schema.ts'
import { cents, MAX_CENTS } from '@shop/shared/kernel/money.ts'
import { describe, expect, test } from 'vitest'
import { categoryEdits, changedPrice, locationEdits, type PriceChange, priceEdits, readPriceChange, reversals } from './item-edits.ts'

const item = (id: string, changes: Partial<Item>): Item => ({
  id,
  source: 'MasterInventory',
  consignorId: null,
  itemName: 'Tea',
  listingTitle: '',
  barcode1: id,
  barcode2: '',
  location: '',
  link: '',
  imageUrl: '',
  priceCents: null,
  stockCount: 1,
  recountedAtMs: null,
  createdAtMs: 1,
  updatedAtMs: 1,
  ...changes,
})
const lower = (percentBps: number): PriceChange => ({ kind: 'lower', percentBps })
const raise = (percentBps: number): PriceChange => ({ kind: 'raise', percentBps })

describe('a change of prices', () => {
  test.each([
    [1_250, lower(1_000), 1_125],
    [1_250, raise(1_000), 1_375],
    [999, lower(3_333), 666],
    [5, lower(5_000), 3],
    [333, raise(1_250), 375],
    [1, lower(9_999), 1],
    [MAX_CENTS, raise(100_000), MAX_CENTS],
  ])('of %d cents gives whole cents, rounded half up, and always a price', (before, change, after) => {
    expect(changedPrice(cents(before), change)).toBe(after)
  })

  test('by percent leaves an item without a price alone, and one price for all gives it one', () => {
    expect(changedPrice(null, raise(1_000))).toBeNull()
    expect(changedPrice(null, { kind: 'set', priceCents: cents(500) })).toBe(500)
  })

  test.each([
    ['set', '12.50', { change: { kind: 'set', priceCents: 1_250 } }],
    ['set', '0', { problem: 'Please enter a price above 0' }],
    ['set', '-3', { problem: 'Please enter a price above 0' }],
    ['set', '', { problem: 'Please enter a price above 0' }],
    ['raise', ' 12.5 ', { change: { kind: 'raise', percentBps: 1_250 } }],
    ['raise', '1000', { change: { kind: 'raise', percentBps: 100_000 } }],
    ['raise', '1000.01', { problem: 'Please enter a percentage above 0, such as 10 or 12.5' }],
    ['lower', '0.05', { change: { kind: 'lower', percentBps: 5 } }],
    ['lower', '0.001', { problem: 'Please enter a percentage above 0, such as 10 or 12.5' }],
    ['lower', '99.99', { change: { kind: 'lower', percentBps: 9_999 } }],
    ['lower', '100', { problem: 'Prices can be lowered by less than 100%' }],
  ] as const)('%s “%s” is read', (kind, text, read) => expect(readPriceChange(kind, text)).toEqual(read))
})

describe('edits', () => {
  const goods = [item('a', { priceCents: cents(1_000), location: 'A-1' }), item('b', { priceCents: cents(500) }), item('c', {})]

  test('leave out items that stay as they are', () => {
    expect(priceEdits(goods, { kind: 'set', priceCents: cents(500) }).map(({ id }) => id)).toEqual(['a', 'c'])
    expect(priceEdits(goods, lower(1_000))).toEqual([
      { id: 'a', changes: { priceCents: 900 } },
      { id: 'b', changes: { priceCents: 450 } },
    ])
    expect(locationEdits(goods, 'A-1').map(({ id }) => id)).toEqual(['b', 'c'])
  })

  test('give a category to items of an older release, and take it away again', () => {
    const cups = '01900000-0000-7000-8000-0000000000cc'
    const [a, b] = [item('a', {}), item('b', { categoryId: cups })]
    const edits = categoryEdits([a, b], cups)
    expect(edits).toEqual([{ id: 'a', changes: { categoryId: cups } }])
    expect(categoryEdits([a, b], '')).toEqual([{ id: 'b', changes: { categoryId: '' } }])
    const now = { ...a, categoryId: cups }
    expect(reversals(edits, new Map([['a', a]]), () => now)).toEqual([{ id: 'a', changes: { categoryId: '' } }])
  })

  test('are put back, except where somebody changed the item since or it is gone', () => {
    const edits = priceEdits(goods, { kind: 'set', priceCents: cents(700) })
    const before = new Map(goods.map((one) => [one.id, one]))
    const now = new Map<string, Item>(goods.map((one) => [one.id, { ...one, priceCents: cents(700) }]))
    expect(reversals(edits, before, (id) => now.get(id))).toEqual([
      { id: 'a', changes: { priceCents: 1_000 } },
      { id: 'b', changes: { priceCents: 500 } },
      { id: 'c', changes: { priceCents: null } },
    ])
    now.set('a', item('a', { priceCents: cents(1) }))
    now.delete('c')
    expect(reversals(edits, before, (id) => now.get(id)).map(({ id }) => id)).toEqual(['b'])
  })
})
