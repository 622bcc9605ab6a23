import { beforeEach, describe, expect, it } from 'vitest'
import { addConsignorItem, addMasterItem } from '../../inventory/commands/add-item.ts'
import { editItem, removeItem } from '../../inventory/commands/edit-item.ts'
import { recordMasterSale } from '../../inventory/commands/record-master-sale.ts'
import { type Discrepancy, discrepancies } from '../../inventory/schema.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { ADMIN, MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import type { Goods } from '../rules/returned-pieces.ts'
import { saleLineId } from '../rules/sold-pieces.ts'
import { type Balance, balances, ledgerEntries, type Sale, sales } from '../schema.ts'
import { completePosSale } from './complete-pos-sale.ts'
import { editSale } from './edit-sale.ts'
import { recordCustomSale } from './record-custom-sale.ts'
import { recordSale } from './record-sale.ts'
import { voidRecordedArgs, voidRecordedSale } from './void-recorded-sale.ts'

const [tea, cup] = [testId(100), testId(101)]
const ann = testId(10)
const saleId = testId(1_000)

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
  shop.run(addMasterItem, { id: tea, texts: { itemName: 'Tea', barcode1: '1' }, quantity: 5 })
  shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 5 })
})

const sale = () => shop.get(sales, saleId) as Sale
const record = (at?: number) => {
  const money = { salePriceCents: 10_000, shippingCostCents: 1_000, quantity: 2, consignorPercentage: 60 }
  shop.run(recordSale, { saleId, itemId: cup, consignorId: ann, ...money }, at === undefined ? {} : { at })
}
const undo = (goods: Goods = 'back', at?: number) =>
  shop.run(voidRecordedSale, voidRecordedArgs(sale(), 'a slip', goods), at === undefined ? {} : { at })
const available = () => (shop.get(balances, ann) as Balance | undefined)?.availableCents ?? 0
const entries = (kind: string) => shop.postedSides(kind)
const open = () =>
  shop.all<Discrepancy>(discrepancies).flatMap((one) => (one.settledAtMs === null ? [[one.kind, one.quantity, one.lineId]] : []))

describe('the undo of a sale that was not rung up at the till', () => {
  it('asks about goods on the shelf whose item was deleted meanwhile', () => {
    record()
    shop.run(removeItem, { id: cup })
    undo('back')
    expect(open()).toEqual([['missing_item', 2, saleId]])
  })
  it('reverses a recorded sale as it was booked, and says who did it and why', () => {
    record()
    shop.run(editSale, { saleId, changes: { salePriceCents: 5, payoutCents: 3, soldQuantity: 1 } })
    undo()
    expect([shop.item(cup)?.stockCount, available(), sale().voidedAtMs]).toEqual([5, 0, shop.nowMs])
    expect(entries('recorded_sale_void')).toEqual([
      ['consignor_available', ann, -5_400],
      ['shop_revenue', null, -3_600],
      ['shipping', null, -1_000],
      ['sales_clearing', null, 10_000],
    ])
    expect(shop.all<AuditEntry>(auditEntries).at(-1)).toMatchObject({
      action: 'sales.voidRecordedSale',
      subject: saleId,
      byUid: ADMIN.uid,
      after: { reason: 'a slip', goods: 'back', salePriceCents: 10_000 },
    })
    expect(shop.brokenLaws()).toEqual([])
  })
  it('takes a custom sale’s money back, and asks nothing about goods', () => {
    shop.run(recordCustomSale, { saleId, consignorId: ann, itemName: 'Lamp', amountCents: 500 })
    undo()
    expect([available(), entries('custom_sale_void')]).toEqual([
      0,
      [
        ['consignor_available', ann, -500],
        ['sales_clearing', null, 500],
      ],
    ])
    expect(shop.all<AuditEntry>(auditEntries).at(-1)?.after).not.toHaveProperty('goods')
  })
  it('returns the pieces of a master sale, which has no posting', () => {
    shop.run(recordMasterSale, { saleId, itemId: tea, quantity: 2 })
    undo()
    expect([shop.item(tea)?.stockCount, shop.all(ledgerEntries), sale().voidedAtMs]).toEqual([5, [], shop.nowMs])
  })
  it.each<[Goods, number]>([
    ['neverLeft', 4],
    ['back', 6],
    ['kept', 4],
    ['gone', 4],
  ])('settles the question about a count since, with goods that are %s', (goods, pieces) => {
    shop.run(editItem, { id: cup, changes: {}, countedQuantity: 4 }, { at: START_MS + 20_000 })
    record(START_MS + 10_000)
    expect(open()).toEqual([['sold_before_recount', 2, saleId]])
    undo(goods, START_MS + 30_000)
    expect([shop.item(cup)?.stockCount, open()]).toEqual([pieces, []])
    expect(shop.all<Discrepancy>(discrepancies).map(({ settlement }) => settlement)).toEqual(['sale_undone'])
  })
  it('happens once, and is refused for an unknown sale, a sale at the till, and another owner', () => {
    record()
    expect(shop.refuse(voidRecordedSale, { ...voidRecordedArgs(sale(), '', 'back'), consignorId: null }).code).toBe('SALE_CHANGED')
    expect(shop.refuse(voidRecordedSale, { ...voidRecordedArgs(sale(), '', 'back'), itemId: tea }).code).toBe('SALE_CHANGED')
    expect(shop.refuse(voidRecordedSale, { ...voidRecordedArgs(sale(), '', 'back'), saleId: testId(9) }).code).toBe('SALE_NOT_FOUND')
    undo()
    expect(shop.refuse(voidRecordedSale, voidRecordedArgs(sale(), '', 'back')).code).toBe('ALREADY_VOIDED')
    const line = { id: testId(1), itemId: tea, itemName: 'Tea', barcode: '', imageUrl: '', consignorId: null, consignorName: '' }
    const about = { displayId: 'POS-1', receiptNumber: 'A-1', cartId: testId(2), taxRateBps: 0, consignorPercentage: 0 }
    const paid = { lines: [{ ...line, unitPriceCents: 100, quantity: 1, consignorPercentage: 0 }] }
    const tenders = [{ kind: 'cash', label: '', amountCents: 100, givenCents: null }]
    shop.run(completePosSale, { saleId: testId(3), ...about, ...paid, tenders })
    const rungUp = shop.get(sales, saleLineId(testId(3), 0)) as Sale
    expect(shop.refuse(voidRecordedSale, voidRecordedArgs(rungUp, '', 'back')).code).toBe('SALE_NOT_FOUND')
  })
})
