import { expect, test } from 'vitest'
import { retailerPicture } from './retailer-picture.ts'

test('makes the picture address from it', () => {
  expect(retailerPicture('https://www.amazon.com/dp/B00ABCDEFG')).toContain('/B00ABCDEFG.')
  expect(retailerPicture('https://shop.test/tea')).toBeUndefined()
})
