import type { MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { expect, test } from 'vitest'
import { aboutGoods } from './about-goods.ts'

const about = (goods: Partial<MarketplaceItem>) => aboutGoods(goods as MarketplaceItem, (id) => (id === 'cups' ? 'Cups' : ''))

test('goods show their category and every condition that a seller’s piece may have', () => {
  expect(about({ categoryId: 'cups', conditions: ['good'] })).toBe('Cups · Good')
  expect(about({ categoryId: 'cups', conditions: [''] })).toBe('Cups')
  expect(about({ categoryId: '', conditions: ['new', 'like_new', 'poor'] })).toBe('New, Like new or For parts or repair')
  expect(about({ categoryId: 'deleted', conditions: ['new', ''] })).toBe('New or not stated')
})

test('goods of which nothing is known, or that an older version has stored, show nothing', () => {
  expect(about({ categoryId: '', conditions: [''] })).toBe('')
  expect(about({})).toBe('')
})
