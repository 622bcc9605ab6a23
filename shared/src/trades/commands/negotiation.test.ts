import { beforeEach, describe, expect, it } from 'vitest'
import { addConsignorItem } from '../../inventory/commands/add-item.ts'
import { editItem, removeItem } from '../../inventory/commands/edit-item.ts'
import { type StockMovement, stockMovements } from '../../inventory/schema.ts'
import type { Actor } from '../../kernel/define-command.ts'
import { adjustBalance } from '../../sales/commands/adjust-balance.ts'
import { type Balance, balances, type LedgerEntry, ledgerEntries } from '../../sales/schema.ts'
import { MemoryShop, testId } from '../../testing/memory-shop.ts'
import { MAX_NEGOTIATION_MS, OFFER_LIFETIME_MS } from '../rules/limits.ts'
import { type Offer, offers, type Trade, trades } from '../schema.ts'
import { acceptCounter, acceptOffer, declineOffer } from './answer-offer.ts'
import { counterAsBuyer, counterOffer } from './counter-offer.ts'
import { cancelTrade, leaveTrade } from './end-trade.ts'
import { removeTrade } from './remove-trade.ts'
import { requestTrade } from './request-trade.ts'
import { setAutoPrice } from './set-auto-price.ts'
import { addTracking, attachLabel } from './ship-trade.ts'

const [bea, ann, cid] = [testId(10), testId(11), testId(12)]
const [tradeId, offerOfAnn, offerOfCid] = [testId(500), testId(501), testId(502)]
const [UPC, EAN] = ['036000291452', '0036000291452']
const as = (uid: string) => ({ actor: { uid, role: 'user', wasAdmin: false } satisfies Actor })
const shippingAddress = { name: 'Bea', street: '1 Lane', city: 'Town', state: 'TX', zip: '75001', country: 'USA' }

let shop: MemoryShop
beforeEach(() => {
  shop = new MemoryShop()
  for (const uid of [bea, ann, cid]) shop.addUser(uid)
  pay(10_000)
})

const pay = (targetCents: number) => shop.run(adjustBalance, { uid: bea, targetCents, seenCents: null, reason: '' })
const give = (n: number, consignorId: string, quantity: number, barcode1 = UPC, at?: number) =>
  shop.run(addConsignorItem, { id: testId(n), consignorId, quantity, texts: { itemName: 'Kit', barcode1 } }, at ? { at } : {})
const asking = (quantity: number, more: object = {}) => ({
  ...{ tradeId, buyerUid: bea, barcode: UPC, quantity, pricePerItemCents: 1_000, providesOwnShipping: false, shippingAddress },
  sellers: [
    { uid: ann, offerId: offerOfAnn },
    { uid: cid, offerId: offerOfCid },
  ],
  ...more,
})
const ask = (quantity: number, more: object = {}) => shop.run(requestTrade, asking(quantity, more), as(bea))
const named = (sellerUid: string) => ({
  ...{ tradeId, buyerUid: bea, barcode: UPC },
  ...{ offerId: sellerUid === ann ? offerOfAnn : offerOfCid, sellerUid },
})
const accept = (uid: string) => shop.run(acceptOffer, { ...named(uid), priceCents: null }, as(uid))
const trade = () => shop.get(trades, tradeId) as Trade
const offer = (uid: string) => shop.get(offers, named(uid).offerId) as Offer
const taken = (uid: string) => offer(uid).taken.map(({ itemId, quantity }) => [itemId, quantity])
const stock = (n: number) => shop.item(testId(n))?.stockCount
const movements = (n: number) =>
  shop
    .all<StockMovement>(stockMovements)
    .filter(({ itemId }) => itemId === testId(n))
    .map(({ kind, deltaCount, sourceId }) => [kind, deltaCount, sourceId])
const balance = () => shop.get(balances, bea) as Balance

describe('the pieces of an accepted offer', () => {
  it('come from the seller’s oldest items first, in any spelling of the barcode, and only as many as are wanted', () => {
    give(103, ann, 2)
    give(102, ann, 5, EAN)
    give(104, ann, 5)
    give(101, cid, 9)
    ask(3)
    accept(ann)
    expect(taken(ann)).toEqual([
      [testId(103), 2],
      [testId(102), 1],
    ])
    expect([stock(103), stock(102), stock(104), stock(101)]).toEqual([0, 4, 5, 9])
    expect([shop.item(testId(103))?.promisedCount, shop.item(testId(102))?.promisedCount]).toEqual([2, 1])
  })
  it('come from the item with the lower id when two came at one time, and from no item that has none', () => {
    const atMs = shop.nowMs
    give(103, ann, 2, UPC, atMs)
    give(102, ann, 2, UPC, atMs)
    give(104, ann, 0, UPC, atMs - 1)
    ask(3)
    accept(ann)
    expect(taken(ann)).toEqual([
      [testId(102), 2],
      [testId(103), 1],
    ])
  })
  it('are fewer when the seller has sold some meanwhile, and none when all are sold, which each side is told in its own words', () => {
    give(101, ann, 3)
    give(102, cid, 1)
    ask(4)
    shop.run(editItem, { id: testId(101), changes: {}, quantityDelta: -1 })
    shop.run(removeItem, { id: testId(102) })
    expect(shop.refuse(acceptOffer, { ...named(cid), priceCents: null }, as(cid))).toMatchObject({
      code: 'OUT_OF_STOCK',
      message: 'There is none of this item left in your inventory.',
    })
    shop.run(counterOffer, { ...named(cid), priceCents: 1_100 }, as(cid))
    expect(shop.refuse(acceptCounter, { ...named(cid), priceCents: 1_100 }, as(bea))).toMatchObject({
      code: 'OUT_OF_STOCK',
      message: 'This seller has none of it left. Please decline, or wait for the others.',
    })
    accept(ann)
    expect([taken(ann), offer(ann).quantityOffered, trade().acceptedQuantity]).toEqual([[[testId(101), 2]], 2, 2])
  })
})

describe('a trade with two sellers', () => {
  beforeEach(() => {
    give(101, ann, 3)
    give(102, cid, 4)
  })

  it('holds the most that it may cost, keeps the money of each acceptance, and wants the rest from the other seller', () => {
    ask(5)
    expect([offer(ann).quantityOffered, offer(cid).quantityOffered]).toEqual([3, 4])
    expect([balance().availableCents, balance().heldCents]).toEqual([10_000 - 5_400, 5_400])
    accept(ann)
    const first = { quantity: 3, itemCostCents: 3_000, shippingCents: 400, commissionCents: 300, payoutCents: 2_700, totalCents: 3_400 }
    expect(trade()).toMatchObject({ status: 'partial', quantity: 5, acceptedQuantity: 3, itemCostCents: 5_000, heldCents: 5_400 })
    expect(trade().versions).toEqual([{ ...first, atMs: shop.nowMs }])
    expect(offer(cid)).toMatchObject({ status: 'pending', quantityOffered: 2, tradeStatus: 'partial' })
    accept(cid)
    expect(trade()).toMatchObject({ status: 'awaiting_shipping', quantity: 5, acceptedQuantity: 5, totalCents: 5_400, heldCents: 5_400 })
    expect(trade().versions[1]).toMatchObject({ quantity: 5, itemCostCents: 5_000, commissionCents: 500, payoutCents: 4_500 })
    expect(stock(102)).toBe(2)
  })

  it('ends as an order of what was accepted, and releases the rest of the hold, when the other seller declines', () => {
    ask(5)
    accept(ann)
    shop.run(declineOffer, named(cid), as(cid))
    expect(trade()).toMatchObject({ status: 'awaiting_shipping', requestedQuantity: 5, quantity: 3, totalCents: 3_400, heldCents: 3_400 })
    expect([balance().availableCents, balance().heldCents]).toEqual([6_600, 3_400])
  })

  it('tells each seller how the trade stands while the offer is open or accepted, and not after it was declined', () => {
    ask(5)
    shop.run(declineOffer, named(cid), as(cid))
    const declined = offer(cid)
    accept(ann)
    expect(offer(ann)).toMatchObject({ tradeStatus: 'awaiting_shipping', trackingNumber: '', carrier: '' })
    shop.run(addTracking, { ...named(ann), ...order([ann], [101]), trackingNumber: '94', carrier: 'USPS' })
    expect(offer(ann)).toMatchObject({ tradeStatus: 'fulfilled', trackingNumber: '94', carrier: 'USPS' })
    expect(offer(cid)).toEqual(declined)
  })

  it('keeps the amounts that were asked for when nobody accepts, and holds nothing more', () => {
    ask(5)
    for (const uid of [ann, cid]) shop.run(declineOffer, named(uid), as(uid))
    expect(trade()).toMatchObject({ status: 'declined', quantity: 5, itemCostCents: 5_000, totalCents: 5_400, heldCents: 0 })
    expect([balance().availableCents, balance().heldCents]).toEqual([10_000, 0])
  })

  const order = (sellerUids: string[], itemNumbers: number[]) => ({ sellerUids, itemIds: itemNumbers.map(testId) })

  it('pays its sellers, the commission and the shipping out of the hold when it ships', () => {
    ask(5)
    accept(ann)
    accept(cid)
    const args = { ...named(ann), trackingNumber: '94', carrier: 'USPS' }
    expect(shop.refuse(addTracking, { ...args, ...order([ann], [101, 102]) }).code).toBe('TRADE_CHANGED')
    expect(shop.refuse(addTracking, { ...args, ...order([ann, cid], [101]) }).code).toBe('TRADE_CHANGED')
    shop.run(addTracking, { ...args, ...order([ann, cid], [101, 102]) })
    const paid = shop.all<LedgerEntry>(ledgerEntries).filter(({ kind }) => kind === 'trade_fulfilled')
    expect(paid.map(({ account, uid, amountCents }) => [account, uid, amountCents])).toEqual([
      ['consignor_held', bea, -5_400],
      ['consignor_available', ann, 2_700],
      ['consignor_available', cid, 1_800],
      ['commission', null, 500],
      ['shipping', null, 400],
    ])
    expect(trade()).toMatchObject({ status: 'fulfilled', heldCents: 0, fulfilledAtMs: shop.nowMs })
    // the pieces left the stock at the acceptance, so the shipping is no movement
    expect(movements(101)).toEqual([
      ['initial', 3, null],
      ['trade', -3, tradeId],
    ])
  })

  it('gives a deleted item back with the trade, as a movement of that trade', () => {
    ask(5)
    accept(ann)
    shop.run(removeItem, { id: testId(101) })
    const before = movements(101).length
    shop.run(removeTrade, { ...named(ann), ...order([ann], [101]) })
    expect([stock(101), shop.item(testId(101))?.consignorId]).toEqual([3, ann])
    expect(movements(101).slice(before)).toEqual([['trade_return', 3, tradeId]])
    const holds = shop.all<LedgerEntry>(ledgerEntries).filter(({ account }) => account === 'consignor_held')
    expect(holds.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['trade_hold', 5_400],
      ['trade_release', -5_400],
    ])
  })

  it('tells its sellers of the label that the buyer sends, and of the one that replaces it', () => {
    ask(7, { providesOwnShipping: true })
    accept(ann)
    accept(cid)
    for (const [trackingNumber, carrier] of [
      ['1Z1', 'UPS'],
      ['1Z2', 'UPS'],
      ['1Z2', 'FedEx'],
    ]) {
      const label = { name: 'a.pdf', type: 'application/pdf', sizeBytes: 9 }
      shop.run(attachLabel, { ...named(ann), trackingNumber, carrier, label }, as(bea))
      for (const uid of [ann, cid]) expect(offer(uid)).toMatchObject({ tradeStatus: 'shipping_uploaded', trackingNumber, carrier })
    }
  })

  it('writes no other seller’s offer when one seller leaves and the others may still sell as many', () => {
    ask(3)
    shop.addUser(cid, { closedAtMs: shop.nowMs })
    const system = { actor: { uid: 'system', role: 'system', wasAdmin: false } satisfies Actor }
    const writes = shop.run(leaveTrade, { ...named(ann), uid: cid }, system)
    expect([...(writes.get(offers.name)?.keys() ?? [])]).toEqual([offerOfCid])
    expect([offer(ann).status, offer(cid).status]).toEqual(['pending', 'declined'])
  })

  it('is changed only by those who name it as it is', () => {
    ask(5)
    const answer = { ...named(ann), priceCents: null }
    const refused = (wrong: object, uid = ann) => shop.refuse(acceptOffer, { ...answer, ...wrong }, as(uid)).code
    expect(refused({ tradeId: testId(9) })).toBe('TRADE_NOT_FOUND')
    expect([refused({ buyerUid: cid }), refused({ barcode: EAN })]).toEqual(['TRADE_CHANGED', 'TRADE_CHANGED'])
    expect(refused({ offerId: testId(9) })).toBe('OFFER_NOT_FOUND')
    expect(refused({}, cid)).toBe('FORBIDDEN')
    expect(shop.refuse(cancelTrade, { ...named(ann), reason: '' }, as(ann)).code).toBe('FORBIDDEN')
  })
})

describe('what a buyer is told about money', () => {
  beforeEach(() => void give(101, ann, 5))

  it('names what is needed, what is there and what is missing', () => {
    pay(1_000)
    const refused = shop.refuse(requestTrade, asking(3), as(bea))
    expect(refused.code).toBe('BALANCE_MISSING')
    expect(refused.message).toBe('This takes $34.00 of your balance; $10.00 is available, $24.00 is missing.')
    pay(3_400)
    ask(3)
    expect(balance()).toMatchObject({ availableCents: 0, heldCents: 3_400 })
    const more = shop.refuse(requestTrade, asking(1, { tradeId: testId(600) }), as(bea))
    expect(more.message).toBe('This takes $14.00 of your balance; $0.00 is available, $14.00 is missing.')
  })
  it('names the new total when it is more than the buyer saw, and is silent when it is not', () => {
    const refused = shop.refuse(requestTrade, asking(3, { shownTotalCents: 3_399 }), as(bea))
    expect(refused).toMatchObject({ code: 'TOTAL_CHANGED', fields: { totalCost: '$34.00' } })
    expect(refused.message).toBe('$34.00 would now be held of your balance, not $33.99. Please look at the new total and send it again.')
    for (const [n, shownTotalCents] of [null, undefined, 3_400].entries()) {
      pay(10_000)
      ask(3, { tradeId: testId(600 + n * 10), sellers: [{ uid: ann, offerId: testId(601 + n * 10) }], shownTotalCents })
    }
  })
  it('says nothing of a hold that stays as it is, even when the balance is below zero', () => {
    ask(3)
    pay(-500)
    shop.run(counterOffer, { ...named(ann), priceCents: 1_200 }, as(ann))
    shop.run(counterAsBuyer, { ...named(ann), priceCents: 1_000 }, as(bea))
    expect(trade().heldCents).toBe(3_400)
    shop.run(counterOffer, { ...named(ann), priceCents: 1_200 }, as(ann))
    shop.run(counterAsBuyer, { ...named(ann), priceCents: 900 }, as(bea))
    expect([trade().heldCents, balance().availableCents]).toEqual([3_100, -200])
  })
})

describe('the time of a trade', () => {
  it('begins again with each answer, and ends 14 days after the request', () => {
    give(101, ann, 5)
    ask(3)
    const requestedAtMs = shop.nowMs
    expect(trade().expiresAtMs).toBe(requestedAtMs + OFFER_LIFETIME_MS)
    for (let n = 1; n <= 4; n++) {
      shop.nowMs = requestedAtMs + n * (OFFER_LIFETIME_MS - 60_000)
      if (n % 2) shop.run(counterOffer, { ...named(ann), priceCents: 1_100 }, as(ann))
      else shop.run(counterAsBuyer, { ...named(ann), priceCents: 1_050 }, as(bea))
      const endMs = Math.min(shop.nowMs + OFFER_LIFETIME_MS, requestedAtMs + MAX_NEGOTIATION_MS)
      expect([trade().expiresAtMs, offer(ann).expiresAtMs]).toEqual([endMs, endMs])
    }
    expect(trade().expiresAtMs).toBe(requestedAtMs + MAX_NEGOTIATION_MS)
  })
  it('is not moved by a cancellation', () => {
    give(101, ann, 5)
    ask(3)
    const { expiresAtMs } = trade()
    shop.nowMs += 1_000
    shop.run(cancelTrade, { ...named(ann), reason: 'found one' }, as(bea))
    expect(trade()).toMatchObject({ status: 'cancelled', cancelReason: 'found one', expiresAtMs, updatedAtMs: shop.nowMs, heldCents: 0 })
    expect(offer(ann)).toMatchObject({ status: 'declined', tradeStatus: 'cancelled', updatedAtMs: shop.nowMs })
  })
})

describe('a seller’s price rule', () => {
  const rule = (uid: string, n: number, acceptAtCents: number | null, declineBelowCents: number | null) =>
    shop.run(setAutoPrice, { uid, itemId: testId(n), acceptAtCents, declineBelowCents }, as(uid))
  beforeEach(() => {
    give(101, ann, 3)
    give(102, cid, 3, EAN)
  })

  it('accepts at once, also for another spelling; the seller sees that the rule did, and the buyer does not', () => {
    rule(cid, 102, 1_000, null)
    ask(2)
    const step = { by: 'seller', act: 'accept', priceCents: 1_000, atMs: shop.nowMs }
    expect(offer(cid)).toMatchObject({ status: 'accepted', quantityOffered: 2, updatedAtMs: shop.nowMs })
    expect(offer(cid).history.slice(1)).toEqual([{ ...step, isAutomatic: true }])
    expect(trade().offers.map(({ id, history }) => [id, history.slice(1)])).toEqual([
      [offerOfAnn, []],
      [offerOfCid, [step]],
    ])
    expect(offer(ann)).toMatchObject({ status: 'declined', updatedAtMs: shop.nowMs })
  })
  it('declines at once below its price, and leaves a price in between to the seller', () => {
    rule(ann, 101, 2_000, 1_001)
    rule(cid, 102, 2_000, 1_000)
    ask(2)
    expect([offer(ann).status, offer(cid).status]).toEqual(['declined', 'pending'])
    const step = { by: 'seller', act: 'decline', priceCents: 1_000, atMs: shop.nowMs }
    expect(offer(ann).history.slice(1)).toEqual([{ ...step, isAutomatic: true }])
    shop.run(declineOffer, named(cid), as(cid))
    expect(offer(cid).history.slice(1)).toEqual([{ ...step, atMs: shop.nowMs }])
  })
  it('of one seller sells what another’s rule leaves, in the order of the offers’ ids', () => {
    rule(ann, 101, 900, null)
    rule(cid, 102, 900, null)
    ask(4, {
      sellers: [
        { uid: cid, offerId: offerOfCid },
        { uid: ann, offerId: offerOfAnn },
      ],
    })
    expect([taken(ann), taken(cid)]).toEqual([[[testId(101), 3]], [[testId(102), 1]]])
    expect(trade().offers.map(({ id }) => id)).toEqual([offerOfAnn, offerOfCid])
  })
  it('sells nothing when all that was asked for is sold, and nothing when the seller has none left', () => {
    rule(ann, 101, 900, null)
    rule(cid, 102, 900, null)
    ask(3)
    expect([offer(ann).status, offer(cid).status, stock(102)]).toEqual(['accepted', 'declined', 3])

    const [again, id] = [testId(700), testId(701)]
    ask(2, { tradeId: again, pricePerItemCents: 800, sellers: [{ uid: cid, offerId: id }] })
    const about = { tradeId: again, buyerUid: bea, barcode: EAN, offerId: id, sellerUid: cid }
    shop.run(counterOffer, { ...about, priceCents: 1_000 }, as(cid))
    shop.run(editItem, { id: testId(102), changes: {}, quantityDelta: -3 })
    shop.run(counterAsBuyer, { ...about, priceCents: 900 }, as(bea))
    expect((shop.get(offers, id) as Offer).status).toBe('countered')
  })
})
