import { describe, expect, it } from 'vitest'
import type { Item } from '../../inventory/schema.ts'
import { type Cents, cents } from '../../kernel/money.ts'
import { testId } from '../../testing/memory-shop.ts'
import type { Offer, Trade } from '../schema.ts'
import { type OrderPerson, orderOf } from './fulfillment-order.ts'
import { listedTexts } from './listing.ts'
import { heldOf, sellersAndItemsOf } from './order.ts'

const [bea, ann, cid] = [testId(10), testId(11), testId(12)]
const tradeId = testId(100)
const people = new Map<string, OrderPerson>([
  [bea, { name: 'bea', email: 'bea@example.org' }],
  [ann, { name: 'ann', email: 'ann@example.org' }],
])
const trade = {
  ...{ id: tradeId, buyerUid: bea, itemName: 'Kit', imageUrl: '/kit.png', itemBarcode: '1', quantity: 5, acceptedQuantity: 3 },
  ...{ itemCostCents: 3_000, shippingCents: 400, totalCents: 3_400, providesOwnShipping: false, label: null, status: 'fulfilled' },
  ...{ trackingNumber: '1Z', carrier: 'UPS', requestedAtMs: Date.UTC(2026, 10, 20) },
  shippingAddress: { name: 'Bea', street: '1 Lane', city: 'Town', state: 'TX', zip: '75001', country: 'USA' },
} as unknown as Trade

const texts = (barcode2: string) => ({ barcode2 }) as Offer['taken'][number]['texts']
const money = (quantity: number, costCents: number, commissionCents: number): { breakdown: Offer['breakdown'] } => ({
  breakdown: {
    ...{ quantity, priceCents: cents(1_000), atMs: 1, itemCostCents: cents(costCents), commissionCents: cents(commissionCents) },
    payoutCents: cents(costCents - commissionCents) as Cents,
  },
})
const offer = (n: number, sellerUid: string, more: object) =>
  ({ id: testId(n), tradeId, sellerUid, itemBarcode: '1', status: 'accepted', breakdown: null, taken: [], ...more }) as unknown as Offer

const itemA = { itemId: testId(1), quantity: 1, texts: texts('') }
const itemB = { itemId: testId(2), quantity: 1, texts: texts('X0B') }
const accepted = [
  offer(1, ann, { ...money(2, 2_000, 200), taken: [itemA, itemB] }),
  offer(2, cid, { ...money(1, 1_000, 101), taken: [{ ...itemA, itemId: testId(3) }] }),
]
const others = [offer(3, ann, { status: 'declined' }), offer(4, ann, { ...money(9, 9_000, 900), tradeId: testId(101) })]

describe('an order', () => {
  it('shows the admins its buyer, where it goes, its cost, and what each seller gives and gets', () => {
    expect(orderOf(trade, [...accepted, ...others], (uid) => people.get(uid))).toEqual({
      ...{ tradeId, itemName: 'Kit', imageUrl: '/kit.png', totalQuantity: 3, status: 'fulfilled', trackingNumber: '1Z', carrier: 'UPS' },
      ...{ buyerUID: bea, buyerUsername: 'bea', buyerEmail: 'bea@example.org', providesOwnShipping: false, hasLabel: false },
      ...{ totalItemCost: 3_000, totalCommission: 301, shippingCost: 400, totalCost: 3_400, createdAt: '2026-11-20T00:00:00.000Z' },
      shippingAddress: { name: 'Bea', address1: '1 Lane', address2: '', city: 'Town', state: 'TX', zip: '75001', country: 'USA' },
      sellers: [
        {
          ...{ sellerUID: ann, sellerUsername: 'ann', sellerEmail: 'ann@example.org', quantityOffered: 2, barcode1: '1', barcode2: 'X0B' },
          ...{ totalValue: 2_000, commission: 200, sellerPayout: 1_800 },
        },
        {
          ...{ sellerUID: cid, sellerUsername: '', sellerEmail: '', quantityOffered: 1, barcode1: '1', barcode2: '' },
          ...{ totalValue: 1_000, commission: 101, sellerPayout: 899 },
        },
      ],
    })
  })
  it('of a buyer who is gone has no name, and one with a label says so', () => {
    const label = { name: 'a.pdf', type: 'application/pdf', sizeBytes: 1 }
    const shown = orderOf({ ...trade, label } as Trade, [], () => undefined)
    expect(shown).toMatchObject({ buyerUsername: '', buyerEmail: '', sellers: [], totalCommission: 0, hasLabel: true })
  })
  it('names each seller and each item of its agreed offers once', () => {
    const twice = offer(5, ann, { ...money(1, 1_000, 100), taken: [itemA] })
    expect(sellersAndItemsOf([...accepted, twice, offer(3, testId(13), { taken: [{ ...itemA, itemId: testId(9) }] })])).toEqual({
      sellerUids: [ann, cid],
      itemIds: [testId(1), testId(2), testId(3)],
    })
  })
})

describe('a listed barcode', () => {
  const item = (stockCount: number, itemName: string, link = '', imageUrl = '') => ({ stockCount, itemName, link, imageUrl })
  it('has each text of the item with the most pieces that has one', () => {
    const listed = listedTexts([item(1, 'Few', 'few', 'few.png'), item(9, 'Most'), item(5, 'More', 'more')])
    expect(listed).toEqual({ itemName: 'Most', link: 'more', imageUrl: 'few.png' })
  })
  it('of items with equally many pieces has the first text in order, whichever comes first', () => {
    const [a, b] = [item(2, 'Alpha', 'y', '2.png'), item(2, 'Beta', 'x', '1.png')]
    for (const order of [
      [a, b],
      [b, a],
    ])
      expect(listedTexts(order)).toEqual({ itemName: 'Alpha', link: 'x', imageUrl: '1.png' })
  })
  it('without an item has none, and one without a link or picture has empty ones', () => {
    expect(listedTexts([])).toBeUndefined()
    expect(listedTexts([item(1, 'Plain')])).toEqual({ itemName: 'Plain', link: '', imageUrl: '' })
  })
})

describe('the pieces that an accepted offer holds of an item', () => {
  const held = (createdAtMs: number, promisedCount: number, quantity: number, more: object = money(2, 2_000, 200)) =>
    heldOf({ createdAtMs, promisedCount } as Item, offer(1, ann, more), { ...itemA, quantity })
  it('are those that it took, and no more than are promised', () => {
    expect([held(0, 5, 2), held(0, 1, 2), held(0, 2, 5)]).toEqual([2, 1, 2])
  })
  it('are none of an item that was added again after the acceptance, and none before the acceptance', () => {
    expect([held(1, 5, 2), held(2, 5, 2), held(0, 5, 2, {})]).toEqual([2, 0, 0])
  })
})
