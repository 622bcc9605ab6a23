import { tradeStatusSchema } from '@shop/shared/trades/schema.ts'
import { expect, test } from 'vitest'
import { leftWords, shownTradeId, TradeTag } from './trade-words.tsx'

test('a state has its agreed colour', () => {
  const toneOf = (status: (typeof tradeStatusSchema.options)[number]) => TradeTag({ status }).props.tone
  // open is orange, info blue, warn yellow, good green, bad red, neutral gray, agreed purple
  expect(Object.fromEntries(tradeStatusSchema.options.map((status) => [status, toneOf(status)]))).toEqual({
    pending: 'open',
    partial: 'agreed',
    awaiting_shipping: 'warn',
    shipping_uploaded: 'info',
    fulfilled: 'good',
    declined: 'bad',
    cancelled: 'bad',
    expired: 'neutral',
  })
})

test('a trade shows the first 8 characters of its id', () =>
  expect(shownTradeId({ id: '0190a1b2-0000-4000-8000-00000000abcd' })).toBe('0190a1b2'))

test('the remaining time of an offer shows in at most two units', () => {
  const minute = 60_000
  expect([72 * 60, 25 * 60 + 5, 185, 60, 5, 0.5].map((minutes) => leftWords(minutes * minute))).toEqual([
    '3 d',
    '1 d 1 h',
    '3 h 5 min',
    '1 h',
    '5 min',
    'less than a minute',
  ])
})
