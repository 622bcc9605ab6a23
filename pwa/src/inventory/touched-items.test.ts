import { expect, test } from 'vitest'
import { itemIdsOf } from './touched-items.ts'

test('itemIdsOf lists the items that a queued command changes or creates', () => {
  expect(itemIdsOf('inventory.edit', { id: 'a', changes: {} })).toEqual(['a'])
  expect(itemIdsOf('inventory.allocate', { masterItemId: 'a', newItemId: 'b', addToItemId: 'd', consignorId: 'c' })).toEqual([
    'a',
    'b',
    'd',
  ])
  expect(
    itemIdsOf('inventory.massInput', {
      entries: [
        { id: 'a', barcode: '1' },
        { id: 'b', barcode: '2', addToItemId: 'c' },
      ],
    }),
  ).toEqual(['a', 'b', 'c'])
  expect(
    itemIdsOf('sales.completePosSale', {
      saleId: 's',
      lines: [
        { id: 'l', itemId: 'a' },
        { id: 'm', itemId: null },
      ],
    }),
  ).toEqual(['a'])
  expect(itemIdsOf('sales.record', { saleId: 's', itemId: 'a' })).toEqual(['a'])
  expect(itemIdsOf('pos.saveCart', { cart: { id: 'c' } })).toEqual([])
  expect(itemIdsOf('inventory.edit', null)).toEqual([])
})
