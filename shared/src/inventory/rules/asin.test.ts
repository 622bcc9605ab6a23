import { expect, test } from 'vitest'
import { asinOf, isRetailerLink, retailerPictureOf } from './asin.ts'

test('a product number is found only when it is well-formed and stands in a link to the retailer', () => {
  expect(asinOf('https://www.amazon.com/Some-Tea/dp/B00ABCDEFG/ref=sr_1?x=1')).toBe('B00ABCDEFG')
  expect(asinOf('https://amazon.co.uk/gp/product/073533577X')).toBe('073533577X')
  expect(asinOf(' https://amazon.com/dp/B00ABCDEFG')).toBe('B00ABCDEFG')
  expect(asinOf('https://amazon.com/tea')).toBeUndefined()
  expect(asinOf('https://notamazon.com/dp/B00ABCDEFG')).toBeUndefined()
  expect(asinOf('https://shop.test/?u=https://amazon.com/dp/B00ABCDEFG')).toBeUndefined()
  for (const no of ['b00abcdefg', 'B00ABCDEF', 'B00ABCDEFGH', 'B00ABC-EFG'])
    expect(asinOf(`https://www.amazon.com/dp/${no}`), no).toBeUndefined()
})

test('long and short links to the retailer are recognised', () => {
  for (const link of ['https://amazon.de/tea', ' HTTP://SMILE.AMAZON.COM', 'https://amzn.to/3abc', 'https://a.co/d/1'])
    expect([link, isRetailerLink(link)]).toEqual([link, true])
  for (const link of ['', 'amazon.com', 'https://notamazon.com/', 'https://a.com/amazon.com', 'https://xa.co/'])
    expect([link, isRetailerLink(link)]).toEqual([link, false])
})

test('the picture of a product is asked for by its number', () =>
  expect(retailerPictureOf('B00ABCDEFG')).toBe('https://images-na.ssl-images-amazon.com/images/P/B00ABCDEFG.01._SCLZZZZZZZ_.jpg'))
