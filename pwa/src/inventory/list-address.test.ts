import { expect, test } from 'vitest'
import { NEWEST_FIRST, NO_CATEGORY } from './item-list.ts'
import { EMPTY_PANEL, LIST_ADDRESS, type ListState } from './list-address.ts'

const ANN = '01900000-0000-7000-8000-00000000000a'
const CUPS = '01900000-0000-7000-8000-0000000000cc'
const read = (search: string) => LIST_ADDRESS.read(new URLSearchParams(search))

test('a list without search and order has an empty address', () => {
  const start: ListState = { panel: EMPTY_PANEL, sort: NEWEST_FIRST }
  expect(Object.values(LIST_ADDRESS.write(start)).filter(Boolean)).toEqual([])
  expect(read('')).toEqual(start)
})

test('search, filters and order come back from the address', () => {
  const state: ListState = {
    panel: {
      text: 'crème & 茶 100%',
      location: 'A-1',
      consignorId: ANN,
      filter: 'consignor',
      stock: 'in',
      olderThanDays: 60,
      categoryId: CUPS,
    },
    sort: { column: 'price', descending: true },
  }
  const query = new URLSearchParams(LIST_ADDRESS.write(state))
  expect(Object.fromEntries(query)).toEqual({
    q: 'crème & 茶 100%',
    location: 'A-1',
    owner: ANN,
    kind: 'consignor',
    stock: 'in',
    age: '60',
    category: CUPS,
    sort: '-price',
  })
  expect(LIST_ADDRESS.read(query)).toEqual(state)
})

test('the address has the goods without a category', () => {
  const state: ListState = { panel: { ...EMPTY_PANEL, categoryId: NO_CATEGORY }, sort: NEWEST_FIRST }
  expect(LIST_ADDRESS.write(state).category).toBe('none')
  expect(read('?category=none')).toEqual(state)
})

test('what the address does not know is ignored', () => {
  const nothing: ListState = { panel: EMPTY_PANEL, sort: NEWEST_FIRST }
  for (const search of [
    '?owner=nobody&kind=all&sort=color',
    '?kind=__proto__&sort=constructor',
    '?sort=--price&owner=',
    '?sort=-',
    '?sort=-added',
    '?stock=all&age=31',
    '?category=cups',
    '?stock=constructor&age=-30',
    '?%E0%A4%A&kind',
  ])
    expect(read(search)).toEqual(nothing)
  expect(read(`?q=${'x'.repeat(5_000)}`).panel.text).toHaveLength(500)
})
