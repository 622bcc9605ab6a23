import { expect, test } from 'vitest'
import { retailerPicture } from './retailer-picture.ts'

test('builds the picture address from a product link', () => {
  expect(retailerPicture('https://www.amazon.com/dp/B00ABCDEFG')).toContain('/B00ABCDEFG.')
  expect(retailerPicture('https://shop.test/tea')).toBeUndefined()
})
