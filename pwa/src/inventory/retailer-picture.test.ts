import { expect, test } from 'vitest'
import { retailerPicture } from './retailer-picture.ts'

test('a product link gives the address of the retailer’s picture', () => {
  expect(retailerPicture('https://www.amazon.com/dp/B00ABCDEFG')).toContain('/B00ABCDEFG.')
  expect(retailerPicture('https://shop.test/tea')).toBeUndefined()
})
