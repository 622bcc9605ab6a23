import { beforeEach, describe, expect, it } from 'vitest'
import { completePosSale } from '../../sales/commands/complete-pos-sale.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { addMasterItem } from '../commands/add-item.ts'
import { editItem } from '../commands/edit-item.ts'
import { settleDiscrepancy } from '../commands/settle-discrepancy.ts'
import { type Discrepancy, discrepancies } from '../schema.ts'
import { settleArgs } from './settling.ts'

const tea = testId(100)
let shop: MemoryShop

beforeEach(() => {
  shop = new MemoryShop()
  shop.run(addMasterItem, { id: tea, texts: { itemName: 'Tea', barcode1: '1' }, quantity: 3 })
  sell(1, 5)
})

function sell(n: number, quantity: number): void {
  const line = {
    ...{ id: testId(30_000 + n), itemId: tea, itemName: 'Tea', barcode: '1', imageUrl: '', consignorId: null, consignorName: '' },
    ...{ unitPriceCents: 100, quantity, consignorPercentage: 0 },
  }
  const tenders = [{ kind: 'cash', label: '', amountCents: 100 * quantity, givenCents: null }]
  const ids = { saleId: testId(40_000 + n), cartId: testId(50_000 + n), displayId: 'POS-1', receiptNumber: `A-${n}` }
  shop.run(completePosSale, { ...ids, taxRateBps: 0, consignorPercentage: 0, lines: [line], tenders })
}
const edit = (quantityDelta: number) => shop.run(editItem, { id: tea, changes: {}, quantityDelta })
const stock = () => shop.item(tea)?.stockCount
const open = () => shop.all<Discrepancy>(discrepancies).filter(({ settledAtMs }) => settledAtMs === null)
const writeOff = () => shop.run(settleDiscrepancy, settleArgs(open()[0] as Discrepancy, { action: 'write_off' }))

describe('a write-off of oversold pieces', () => {
  it.each([
    ['nothing, when as many came in', 2, 0],
    ['nothing, when more came in', 7, 5],
    ['the rest, when fewer came in', 1, 0],
    ['all, when more were taken out', -1, -1],
  ])('adds what the stock still lacks: %s', (_, quantityDelta, stockCount) => {
    edit(quantityDelta)
    writeOff()
    expect(stock()).toBe(stockCount)
    expect(shop.brokenLaws()).toEqual([])
  })
  it('adds each missing piece of several sales once', () => {
    sell(2, 3)
    edit(1)
    expect(stock()).toBe(-4)
    writeOff()
    expect(stock()).toBe(-2)
    writeOff()
    expect([stock(), open()]).toEqual([0, []])
  })
})
