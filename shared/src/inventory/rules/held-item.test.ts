import { expect, it } from 'vitest'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { addConsignorItem } from '../commands/add-item.ts'
import { type Item, items } from '../schema.ts'
import { itemsOnShelf, takesMoreOf } from './held-item.ts'

const [ann, bob] = [testId(10), testId(11)]
const [UPC_A, EAN_13, GTIN_14] = ['036000291452', '0036000291452', '00036000291452']

/** Items of these owners, barcodes and places, the oldest first. */
function stocked(...wanted: readonly (readonly [owner: string, barcode: string, location: string])[]): Item[] {
  const shop = new MemoryShop()
  shop.addUser(ann)
  shop.addUser(bob)
  for (const [n, [consignorId, barcode1, location]] of wanted.entries())
    shop.run(addConsignorItem, {
      id: testId(100 + n),
      consignorId,
      texts: { itemName: 'Tea', barcode1, location, link: null },
      quantity: 1,
    })
  return [...shop.all<Item>(items)]
}

it('finds the oldest item of the same product, owner and place', () => {
  const all = stocked([bob, UPC_A, 'A'], [ann, UPC_A, 'B'], [ann, EAN_13, 'A'], [ann, UPC_A, 'A'])
  const shelf = { consignorId: ann, location: 'A' }
  expect([all, [...all].reverse()].map((list) => itemsOnShelf(list, shelf)(UPC_A)?.id)).toEqual([testId(102), testId(102)])
  const held = itemsOnShelf(all, shelf)
  for (const code of [UPC_A, EAN_13, GTIN_14, ` ${UPC_A} `]) expect(held(code)?.id, code).toBe(testId(102))
  for (const code of ['5449000000996', '', '36000291452']) expect(held(code), code).toBeUndefined()
})

it('joins nothing without a barcode', () => {
  const [item] = stocked([ann, UPC_A, 'A'])
  const bare = { ...(item as Item), barcode1: '' }
  const shelf = { consignorId: ann, location: 'A' }
  expect([itemsOnShelf([bare], shelf)(''), takesMoreOf(bare, '', shelf), takesMoreOf(bare, ' ', shelf)]).toEqual([undefined, false, false])
})
