import { beforeEach, describe, expect, it } from 'vitest'
import { addMasterItem } from '../../inventory/commands/add-item.ts'
import { removeItem } from '../../inventory/commands/edit-item.ts'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { completePosSale } from '../commands/complete-pos-sale.ts'
import { voidPosSale } from '../commands/void-pos-sale.ts'
import { saleLineId } from './sold-pieces.ts'

const tea = testId(100)
const saleId = testId(1_000)
let shop: MemoryShop

beforeEach(() => {
  shop = new MemoryShop()
  shop.run(addMasterItem, { id: tea, texts: { itemName: 'Tea', barcode1: '1' }, quantity: 3 })
})

function sellTwo(): void {
  const line = {
    ...{ id: testId(3_000), itemId: tea, itemName: 'Tea', barcode: '1', imageUrl: '', consignorId: null, consignorName: '' },
    ...{ unitPriceCents: 100, quantity: 2, consignorPercentage: 0 },
  }
  const tenders = [{ kind: 'cash', label: '', amountCents: 200, givenCents: null }]
  const args = { saleId, displayId: 'POS-1', receiptNumber: 'A-1', cartId: testId(2_000), taxRateBps: 0, consignorPercentage: 0 }
  shop.run(completePosSale, { ...args, lines: [line], tenders })
}
const deleteTea = () => shop.run(removeItem, { id: tea })
const undo = (goods: string) => shop.run(voidPosSale, { saleId, itemIds: [tea], consignorIds: [], reason: 'a slip', goods })
const open = () => shop.all<Discrepancy>(discrepancies).filter(({ settledAtMs }) => settledAtMs === null)
const asked = {
  ...{ kind: 'missing_item', itemId: tea, itemName: 'Tea', quantity: 2, saleId, lineId: saleLineId(saleId, 0) },
  note: 'The sale was undone, and the goods are on the shelf',
}

describe('the goods of an undone sale whose item was deleted', () => {
  it.each([
    ['back', [asked]],
    ['neverLeft', [asked]],
    ['kept', []],
    ['gone', []],
  ])('after the sale are asked about if they are on the shelf: %s', (goods, questions) => {
    sellTwo()
    deleteTea()
    undo(goods)
    expect(open()).toMatchObject(questions)
    expect(shop.brokenLaws()).toEqual([])
  })
  it.each([
    ['back', [asked]],
    ['neverLeft', []],
    ['kept', []],
    ['gone', []],
  ])('before the sale stay asked about if they came back: %s', (goods, questions) => {
    deleteTea()
    sellTwo()
    undo(goods)
    expect(open()).toMatchObject(questions)
    expect(shop.all(discrepancies)).toHaveLength(1)
    expect(shop.brokenLaws()).toEqual([])
  })
})
