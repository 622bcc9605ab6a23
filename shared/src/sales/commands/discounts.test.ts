import { beforeEach, describe, expect, it } from 'vitest'
import { saveCart } from '../../pos/commands/save-cart.ts'
import { type Cart, carts, type PosSale, posSales, type Tender } from '../../pos/schema.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import type { Discount, Reduction } from '../reduction-schema.ts'
import { saleReferenceOf } from '../rules/sale-reference.ts'
import { saleLineId } from '../rules/sold-pieces.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries, type Sale, sales } from '../schema.ts'
import { completePosSale } from './complete-pos-sale.ts'
import { refundSale } from './refund-sale.ts'
import { voidPosSale } from './void-pos-sale.ts'

const saleId = testId(1_000)
const [ann, bob] = [testId(10), testId(11)]

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  for (const uid of [ann, bob]) shop.addUser(uid)
})

const tenth: Discount = { kind: 'percent', value: 1_000, bearer: 'shop', reason: 'scratched' }
const off = (bearer: Reduction['bearer'], reducedCents: number): Reduction =>
  ({ ...tenth, bearer, scope: 'line', reducedCents }) as Reduction
const paid = (kind: Tender['kind'], amountCents: number) => ({ kind, label: '', amountCents, givenCents: null })

type Sold = readonly [consignorId: string | null, unitPriceCents: number, quantity: number, reductions: readonly Reduction[] | null]

/** Sells at 8.25 % inclusive; Ann gets 60 %, Bob 50 %. */
function sell(sold: readonly Sold[], tenders: readonly ReturnType<typeof paid>[]): void {
  const lines = sold.map(([consignorId, unitPriceCents, quantity, reductions], nth) => ({
    ...{ id: testId(3_000 + nth), itemId: null, itemName: 'Cup', barcode: '', imageUrl: '', consignorId, consignorName: '' },
    ...{ unitPriceCents, quantity, reductions, consignorPercentage: consignorId === null ? 0 : consignorId === ann ? 60 : 50 },
  }))
  shop.run(completePosSale, {
    ...{ saleId, displayId: 'POS-1', receiptNumber: 'AB-0001', cartId: testId(2_000), taxRateBps: 825, consignorPercentage: 50 },
    ...{ lines, tenders },
  })
}

const sums = () => {
  const byAccount: Record<string, number> = {}
  for (const { account, uid, amountCents } of shop.all<LedgerEntry>(ledgerEntries)) {
    const name = uid === null ? account : uid === ann ? 'ann' : 'bob'
    byAccount[name] = (byAccount[name] ?? 0) + amountCents
  }
  return byAccount
}
const owed = (uid: string) => (shop.get(balances, uid) as Balance | undefined)?.availableCents ?? 0
const soldLine = (nth: number) => shop.get(sales, saleLineId(saleId, nth)) as Sale
let returns = 0
const back = (nth: number, quantity: number, amountCents: number) => {
  const { itemId, itemName, consignorId } = soldLine(nth)
  const line = { saleLineId: saleLineId(saleId, nth), itemId, itemName, consignorId, quantity, amountCents, goods: 'gone', reason: '' }
  const tenders = amountCents === 0 ? [] : [{ kind: 'cash', label: '', amountCents }]
  shop.run(refundSale, { refundId: testId(4_000 + returns++), saleId, receiptNumber: 'AB-0001', lines: [line], tenders })
}

describe('a reduced sale', () => {
  it('books each discount on its bearer, and a void takes all of it back', () => {
    sell(
      [
        [ann, 3_000, 1, [off('shop', 300)]],
        [bob, 2_000, 1, [off('consignor', 200)]],
        [null, 1_000, 1, [off('shared', 100)]],
      ],
      [paid('cash', 5_400)],
    )
    expect(sums()).toMatchObject({
      ann: 1_663,
      bob: 739,
      shop_revenue: 831 + 924 + 831,
      tax: 412,
      sales_clearing: 0,
      cash_unassigned: -5_400,
    })
    expect(shop.get(posSales, saleId)).toMatchObject({ totalCents: 5_400, taxCents: 412, payoutCents: 2_402 })
    expect(soldLine(0)).toMatchObject({ salePriceCents: 2_700, reductions: [{ reducedCents: 300, bearer: 'shop', reason: 'scratched' }] })
    shop.run(voidPosSale, { ...saleReferenceOf(shop.get(posSales, saleId) as PosSale), reason: '', goods: 'gone' })
    expect(Object.values(sums()).every((amount) => amount === 0)).toBe(true)
    expect([owed(ann), owed(bob)]).toEqual([0, 0])
  })

  it('gives back piece by piece what was paid, and no cent of the tag price', () => {
    sell([[ann, 3_333, 3, [off('shared', 999)]]], [paid('cash', 9_000)])
    for (const amountCents of [3_000, 3_000, 3_000]) back(0, 1, amountCents)
    expect(sums()).toEqual({ ann: 0, shop_revenue: 0, tax: 0, sales_clearing: 0, cash_unassigned: 0 })
    expect(soldLine(0).refunded).toMatchObject({ quantity: 3, totalCents: 9_000 })
  })

  it('costs nothing and needs no payment at all of it off; its return takes the share back', () => {
    sell([[ann, 3_000, 2, [off('shop', 6_000)]]], [])
    expect(sums()).toEqual({ ann: 3_326, shop_revenue: -3_326 })
    back(0, 1, 0)
    expect([owed(ann), soldLine(0).refunded]).toMatchObject([1_663, { quantity: 1, totalCents: 0, payoutCents: 1_663 }])
    back(0, 1, 0)
    expect(sums()).toEqual({ ann: 0, shop_revenue: 0 })
  })

  it('is refused when a discount exceeds its price, or when nobody says how it was paid', () => {
    expect(() => sell([[ann, 1_000, 1, [off('shop', 600), { ...off('shop', 401), scope: 'cart' }]]], [])).toThrow(
      'The discount is larger than the price',
    )
    expect(() => sell([[ann, 1_000, 1, [off('shop', 999)]]], [])).toThrow('Please enter how it was paid')
    expect(() => sell([[ann, 1_000, 1, [off('shop', 300)]]], [paid('cash', 1_000)])).toThrow('The payments must add up to the total')
    const beyond = { ...off('shop', 1), value: 10_001 }
    expect(() => sell([[ann, 1_000, 1, [beyond]]], [paid('cash', 999)])).toThrow('At most 100 %')
  })

  it.each([
    ['a price', 9e15, 1_000, 0, 'The amount is too large'],
    ['a number of pieces', 9_000_000_000, 2_000_000_000, 0, 'The amount is too large'],
    ['a reduction', 1_000, 1, 1e300, 'The discount is larger than the price'],
  ])('is refused with a sentence, never a fault, for %s beyond all bounds', (_, unitPriceCents, quantity, reducedCents, sentence) => {
    const reductions = reducedCents === 0 ? null : [off('shop', reducedCents)]
    expect(() => sell([[null, unitPriceCents, quantity, reductions]], [paid('cash', 1_000)])).toThrow(sentence)
  })
})

describe('a saved cart', () => {
  const line = {
    ...{ id: testId(5), itemId: null, itemName: 'Cup', barcode: '', imageUrl: '', location: '', consignorId: null, consignorName: '' },
    ...{ unitPriceCents: 500, quantity: 1 },
  }
  const cart = {
    ...{ id: testId(6), status: 'open', label: '', clientId: testId(7), lines: [line], consignorPercentage: 50, saleId: null },
    ...{ createdAtMs: 1, updatedAtMs: 1, byUid: testId(8) },
  }
  const saved = () => shop.get(carts, cart.id) as Cart

  it('keeps its discounts when a till that knows of none saves it, and loses those that were removed', () => {
    shop.run(saveCart, { cart: { ...cart, lines: [{ ...line, discount: tenth }], discount: tenth } })
    shop.run(saveCart, {
      cart: {
        ...cart,
        label: 'blue coat',
        lines: [
          { ...line, quantity: 2 },
          { ...line, id: testId(9) },
        ],
      },
    })
    expect(saved()).toMatchObject({ label: 'blue coat', discount: tenth })
    expect(saved().lines.map(({ quantity, discount }) => [quantity, discount])).toEqual([
      [2, tenth],
      [1, null],
    ])
    shop.run(saveCart, { cart: { ...cart, lines: [{ ...line, discount: null }], discount: null } })
    expect([saved().discount, saved().lines[0]?.discount]).toEqual([null, null])
  })
})
