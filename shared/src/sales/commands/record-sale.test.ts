import { beforeEach, describe, expect, it } from 'vitest'
import { addConsignorItem, addMasterItem } from '../../inventory/commands/add-item.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { type Balance, balances, sales } from '../schema.ts'
import { recordSale } from './record-sale.ts'

const [tea, cup, ann] = [testId(100), testId(101), testId(10)]

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  shop.addUser(ann)
  shop.run(addMasterItem, { id: tea, texts: { itemName: 'Tea', barcode1: '1' }, quantity: 3 })
  shop.run(addConsignorItem, { id: cup, consignorId: ann, texts: { itemName: 'Cup', barcode1: '2' }, quantity: 1 })
})

const available = () => (shop.get(balances, ann) as Balance | undefined)?.availableCents ?? 0
const entries = (kind: string) => shop.postedSides(kind)

describe('a recorded sale', () => {
  const args = {
    saleId: testId(4000),
    itemId: cup,
    consignorId: ann,
    salePriceCents: 10_000,
    shippingCostCents: 1_000,
    quantity: 1,
    consignorPercentage: 60,
  }
  it('pays the percentage of price minus shipping', () => {
    shop.run(recordSale, args)
    expect(shop.get(sales, args.saleId)).toMatchObject({
      kind: 'record',
      payoutCents: 5_400,
      shopCents: 3_600,
      taxCents: 0,
      soldQuantity: 1,
    })
    expect([shop.item(cup)?.stockCount, available()]).toEqual([0, 5_400])
    expect(entries('recorded_sale')).toEqual([
      ['consignor_available', ann, 5_400],
      ['shop_revenue', null, 3_600],
      ['shipping', null, 1_000],
      ['sales_clearing', null, -10_000],
    ])
  })
  it('is refused when it has more pieces than are in stock', () => {
    expect(shop.refuse(recordSale, { ...args, quantity: 2 })).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      status: 409,
      message: 'Only 1 available in inventory',
    })
  })
  it('books shipping above the price as a loss of the shop alone', () => {
    shop.run(recordSale, { ...args, shippingCostCents: 10_700 })
    expect(available()).toBe(0)
    expect(entries('recorded_sale')).toEqual([
      ['shop_revenue', null, -700],
      ['shipping', null, 10_700],
      ['sales_clearing', null, -10_000],
    ])
  })
  it('is refused for another owner’s item and for a known id', () => {
    expect(shop.refuse(recordSale, { ...args, consignorId: null }).code).toBe('ITEM_NOT_FOUND')
    shop.run(recordSale, args)
    expect(shop.refuse(recordSale, args).code).toBe('SALE_EXISTS')
  })
  it('pays nobody for a master item', () => {
    shop.run(recordSale, { ...args, itemId: tea, consignorId: null })
    expect(shop.get(sales, args.saleId)).toMatchObject({ payoutCents: 0, shopCents: 9_000, consignorPercentage: 0 })
  })
})
