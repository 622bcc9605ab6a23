import { expect, test } from 'vitest'
import { asinOf } from './asin.ts'

test('finds the product number in links to the retailer alone', () => {
  expect(asinOf('https://www.amazon.com/Some-Tea/dp/B00ABCDEFG/ref=sr_1?x=1')).toBe('B00ABCDEFG')
  expect(asinOf('https://amazon.co.uk/gp/product/073533577X')).toBe('073533577X')
  expect(asinOf('https://notamazon.com/dp/B00ABCDEFG')).toBeUndefined()
  expect(asinOf('https://shop.test/?u=https://amazon.com/dp/B00ABCDEFG')).toBeUndefined()
  expect(asinOf('https://www.amazon.com/dp/b00abcdefg')).toBeUndefined()
})
