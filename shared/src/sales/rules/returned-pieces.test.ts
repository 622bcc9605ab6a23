import { beforeEach, describe, expect, it } from 'vitest'
import { addMasterItem } from '../../inventory/commands/add-item.ts'
import { editItem, removeItem } from '../../inventory/commands/edit-item.ts'
import { type Discrepancy, discrepancies, type StockMovement, stockMovements } from '../../inventory/schema.ts'
import { MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { completePosSale } from '../commands/complete-pos-sale.ts'
import { voidPosSale } from '../commands/void-pos-sale.ts'
import { saleLineId } from './sold-pieces.ts'

const [tea, cup] = [testId(100), testId(101)]
const saleId = testId(1_000)
let shop: MemoryShop
/** Time of the sale on the till's clock; undefined for now. */
let soldAtMs: number | undefined

beforeEach(() => {
  shop = new MemoryShop()
  soldAtMs = undefined
  addTea(3)
})

function sell(...sold: readonly (readonly [itemId: string, itemName: string, quantity: number])[]): void {
  const lines = sold.map(([itemId, itemName, quantity], nth) => ({
    ...{ id: testId(3_000 + nth), itemId, itemName, barcode: '1', imageUrl: '', consignorId: null, consignorName: '' },
    ...{ unitPriceCents: 100, quantity, consignorPercentage: 0 },
  }))
  const amountCents = sold.reduce((sum, [, , quantity]) => sum + 100 * quantity, 0)
  const tenders = [{ kind: 'cash', label: '', amountCents, givenCents: null }]
  const args = { saleId, displayId: 'POS-1', receiptNumber: 'A-1', cartId: testId(2_000), taxRateBps: 0, consignorPercentage: 0 }
  shop.run(completePosSale, { ...args, lines, tenders }, soldAtMs ? { at: soldAtMs } : {})
}
const sellTwo = () => sell([tea, 'Tea', 2])
const addTea = (quantity: number) => shop.run(addMasterItem, { id: tea, texts: { itemName: 'Tea', barcode1: '1' }, quantity })
const count = (countedQuantity: number) => shop.run(editItem, { id: tea, changes: {}, countedQuantity })
const deleteTea = () => shop.run(removeItem, { id: tea })
const undo = (goods: string, itemIds = [tea]) => shop.run(voidPosSale, { saleId, itemIds, consignorIds: [], reason: 'a slip', goods })
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

describe('the goods of an undone sale of several lines', () => {
  it('that never left are asked about unless their own line was without an item at the sale', () => {
    shop.run(addMasterItem, { id: cup, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 3 })
    deleteTea()
    sell([tea, 'Tea', 2], [cup, 'Cup', 1])
    shop.run(removeItem, { id: cup })
    undo('neverLeft', [tea, cup])
    expect(open()).toMatchObject([{ ...asked, itemId: cup, itemName: 'Cup', quantity: 1, lineId: saleLineId(saleId, 1) }])
  })
  it('are asked about when only their number was in question at the sale', () => {
    sell([tea, 'Tea', 5])
    deleteTea()
    undo('neverLeft')
    expect(open()).toMatchObject([{ ...asked, quantity: 5 }])
  })
})

describe('the goods of an undone sale whose item was missing, and was added again', () => {
  beforeEach(() => {
    deleteTea()
    sellTwo()
    addTea(4)
  })
  it('return no piece, because none was taken', () => {
    undo('back')
    expect(shop.item(tea)?.stockCount).toBe(4)
  })
  it('return to a count from after the sale, which found them gone', () => {
    count(5)
    expect(shop.all(discrepancies)).toMatchObject([{ settlement: 'count_corrected' }])
    undo('back')
    expect(shop.item(tea)?.stockCount).toBe(7)
  })
})

it('a sale that came in after a newer count, and is undone, leaves a write-off and a return among the movements', () => {
  soldAtMs = START_MS - 1_000
  count(3)
  sellTwo()
  undo('back')
  expect(shop.item(tea)?.stockCount).toBe(5)
  expect(shop.all<StockMovement>(stockMovements).map(({ kind, deltaCount }) => [kind, deltaCount])).toEqual([
    ['initial', 3],
    ['recount', 0],
    ['sale', -2],
    ['write_off', 2],
    ['void', 2],
  ])
})
