import type { Item } from '@shop/shared/inventory/schema.ts'
import { expect, it } from 'vitest'
import { stockAge } from './stock-age.ts'

const DAY_MS = 86_400_000
const NOW = 1_000 * DAY_MS
const item = (id: string, days: number, stockCount = 1) => ({ id, itemName: id, createdAtMs: NOW - days * DAY_MS, stockCount }) as Item

it('stockAge groups the items in stock by age, and lists the oldest', () => {
  const items = [
    item('a', 0),
    item('b', 29.99, 3),
    item('c', 30),
    item('d', 59),
    item('e', 89),
    item('f', 90),
    item('g', 400),
    item('sold out', 500, 0),
  ]
  const { groups, oldest } = stockAge([...items, item('sold twice', 500, -1), item('from a clock ahead', -3)], NOW)
  expect(groups.map(({ items: count, pieces }) => [count, pieces])).toEqual([
    [3, 5],
    [2, 2],
    [1, 1],
    [2, 2],
  ])
  expect(oldest.map(({ item: { id }, days }) => [id, days])).toEqual([
    ['g', 400],
    ['f', 90],
    ['e', 89],
    ['d', 59],
    ['c', 30],
  ])
})

it('stockAge is empty without stock', () => {
  const { groups, oldest } = stockAge([item('gone', 3, 0)], NOW)
  expect(groups.every((group) => group.items === 0)).toBe(true)
  expect(oldest).toEqual([])
})
