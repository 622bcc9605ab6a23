import { beforeEach, describe, expect, it } from 'vitest'
import { addConsignorItem } from '../../inventory/commands/add-item.ts'
import { type PosSale, posSales } from '../../pos/schema.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { ADMIN, MemoryShop, testId } from '../../testing/memory-shop.ts'
import { saleReferenceOf } from '../rules/sale-reference.ts'
import { saleLineId } from '../rules/sold-pieces.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries, type Sale, sales } from '../schema.ts'
import { completePosSale } from './complete-pos-sale.ts'
import { editSale } from './edit-sale.ts'
import { recordSale } from './record-sale.ts'
import { voidPosSale } from './void-pos-sale.ts'

const [ann, cup, saleId] = [testId(10), testId(100), testId(1000)]
let shop: MemoryShop
const sale = (id = saleId) => shop.get(sales, id) as Sale
const available = () => (shop.get(balances, ann) as Balance).availableCents
const ledgerSum = () =>
  shop
    .all<LedgerEntry>(ledgerEntries)
    .filter(({ uid }) => uid === ann)
    .reduce((sum, entry) => sum + entry.amountCents, 0)

beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
  shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 5 })
})

describe('editing a sale', () => {
  beforeEach(() => {
    shop.run(recordSale, {
      saleId,
      itemId: cup,
      consignorId: ann,
      salePriceCents: 10_000,
      shippingCostCents: 1_000,
      quantity: 1,
      consignorPercentage: 50,
    })
  })

  it('changes the record, but neither the balance nor the stock', () => {
    shop.run(editSale, { saleId, changes: { itemName: 'Mug', soldQuantity: 2, salePriceCents: 12_000, payoutCents: 9_999 } })
    expect(sale()).toMatchObject({
      itemName: 'Mug',
      soldQuantity: 2,
      salePriceCents: 12_000,
      shippingCostCents: 1_000,
      payoutCents: 9_999,
      booked: { soldQuantity: 1, salePriceCents: 10_000, shippingCostCents: 1_000, payoutCents: 4_500 },
      editedAtMs: shop.nowMs,
      editedByUid: ADMIN.uid,
    })
    expect([available(), shop.item(cup)?.stockCount]).toEqual([4_500, 4])
  })

  it('keeps the booked amounts at every edit, and audits every edit', () => {
    shop.run(editSale, { saleId, changes: { payoutCents: 1 } })
    shop.run(editSale, { saleId, changes: { payoutCents: 2, itemName: 'Cup' } })
    expect(sale().booked?.payoutCents).toBe(4_500)
    expect(
      shop
        .all<AuditEntry>(auditEntries)
        .filter(({ action }) => action === 'sales.edit')
        .map(({ before, after }) => [before, after]),
    ).toEqual([
      [{ payoutCents: 4_500 }, { payoutCents: 1 }],
      [{ payoutCents: 1 }, { payoutCents: 2 }],
    ])
  })

  it('marks a payout above the price in the audit log', () => {
    shop.run(editSale, { saleId, changes: { payoutCents: 10_000 } })
    shop.run(editSale, { saleId, changes: { payoutCents: 10_001 } })
    const after = shop.all<AuditEntry>(auditEntries).filter(({ action }) => action === 'sales.edit')
    expect(after.map((entry) => entry.after)).toEqual([{ payoutCents: 10_000 }, { payoutCents: 10_001, paysAbovePrice: true }])
  })

  it('writes nothing when nothing changes', () =>
    expect([...shop.run(editSale, { saleId, changes: { itemName: 'Cup', soldQuantity: 1 } })]).toEqual([]))

  it('is refused for an unknown sale', () => expect(shop.refuse(editSale, { saleId: testId(9), changes: {} }).code).toBe('SALE_NOT_FOUND'))
})

it('a void of an edited POS sale reverses the booked amounts', () => {
  const line = {
    id: testId(3001),
    itemId: cup,
    itemName: 'Cup',
    barcode: '2',
    imageUrl: '',
    consignorId: ann,
    consignorName: 'Ann',
    unitPriceCents: 10_825,
    quantity: 2,
    consignorPercentage: 50,
  }
  const tenders = [{ kind: 'cash', label: '', amountCents: 21_650, givenCents: 21_650 }]
  const about = { displayId: 'POS-1', receiptNumber: 'AB-0001', cartId: testId(2000), taxRateBps: 825, consignorPercentage: 50 }
  shop.run(completePosSale, { saleId, ...about, lines: [line], tenders })
  const lineId = saleLineId(saleId, 0)
  shop.run(editSale, { saleId: lineId, changes: { payoutCents: 1, soldQuantity: 5, salePriceCents: 3 } })
  shop.run(voidPosSale, { ...saleReferenceOf(shop.get(posSales, saleId) as PosSale), reason: 'returned', goods: 'back' })
  expect([available(), ledgerSum(), shop.item(cup)?.stockCount]).toEqual([0, 0, 5])
  expect(sale(lineId)).toMatchObject({ payoutCents: 1, voidedAtMs: shop.nowMs })
})
