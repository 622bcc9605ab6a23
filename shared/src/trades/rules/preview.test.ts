import { describe, expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { testId } from '../../testing/memory-shop.ts'
import type { OfferOfTrade, Trade } from '../schema.ts'
import { pendingCount } from './pending.ts'
import { heldWithAccepted, moneyWithAccepted, moneyWithBid, piecesOf } from './preview.ts'

const offer = (n: number, more: Partial<OfferOfTrade> = {}): OfferOfTrade => ({
  id: testId(n),
  quantityOffered: 2,
  bidCents: cents(1_000),
  counterPriceCents: null,
  lastCounteredBy: null,
  status: 'pending',
  history: [],
  accepted: null,
  ...more,
})
const asked = (offers: OfferOfTrade[], more: Partial<Trade> = {}) => ({
  quantity: 3,
  acceptedQuantity: 0,
  shippingCents: cents(400),
  commissionBps: 1_000,
  commissionPaidBy: 'seller' as const,
  offers,
  ...more,
})
const sold = { accepted: { quantity: 1, priceCents: cents(900), itemCostCents: cents(900) }, status: 'accepted' as const }

describe('the preview of an answer', () => {
  test('adds an accepted counter at its price, earlier acceptances, and the shipping once', () => {
    const counter = offer(1)
    expect(moneyWithAccepted(asked([counter]), counter, cents(1_200)).totalCents).toBe(2_400 + 400)
    const partial = asked([offer(2, sold), counter], { acceptedQuantity: 1 })
    expect(piecesOf(partial, counter)).toBe(2)
    expect(moneyWithAccepted(partial, counter, cents(1_200)).totalCents).toBe(900 + 2_400 + 400)
  })

  test('adds the commission when the buyer pays it', () => {
    const counter = offer(1)
    const trade = asked([counter], { commissionPaidBy: 'buyer' })
    expect(moneyWithAccepted(trade, counter, cents(1_005)).totalCents).toBe(2_010 + 201 + 400)
  })

  test('shows a hold that covers the accepted counter and the most that other open offers can add', () => {
    const counter = offer(1)
    const others = [offer(2, { bidCents: cents(1_100) }), offer(3, { bidCents: cents(9_000), status: 'declined' })]
    expect(heldWithAccepted(asked([counter]), counter, cents(1_200)).totalCents).toBe(2_400 + 400)
    expect(heldWithAccepted(asked([counter, ...others]), counter, cents(1_200)).totalCents).toBe(2_400 + 1_100 + 400)
    expect(heldWithAccepted(asked([counter, ...others], { quantity: 2 }), counter, cents(1_200)).totalCents).toBe(2_400 + 400)
    const partial = asked([offer(4, sold), counter, ...others], { quantity: 4, acceptedQuantity: 1 })
    expect(heldWithAccepted(partial, counter, cents(1_200)).totalCents).toBe(900 + 2_400 + 1_100 + 400)
  })

  test('shows for a new bid the pieces still wanted, at the buyer’s highest open price', () => {
    const first = offer(1)
    const second = offer(2, { bidCents: cents(1_500) })
    expect(moneyWithBid(asked([first]), first, cents(1_100)).totalCents).toBe(3_300 + 400)
    expect(moneyWithBid(asked([first, second]), first, cents(1_100)).totalCents).toBe(4_500 + 400)
    expect(moneyWithBid(asked([first, offer(3, sold)], { acceptedQuantity: 1 }), first, cents(1_100)).totalCents).toBe(2_200 + 900 + 400)
  })
})

describe('pending offers', () => {
  const trade = (more: Partial<Trade>) => ({ status: 'pending', expiresAtMs: 100, offers: [], ...more }) as unknown as Trade
  const countered = offer(1, { status: 'countered', lastCounteredBy: 'seller' })

  test('wait for the buyer after a seller’s counter, and otherwise for the seller', () => {
    expect(pendingCount([trade({ offers: [offer(1), countered] })], [], 0)).toBe(1)
    const got = (more: object) => ({ ...offer(2), tradeStatus: 'pending', expiresAtMs: 100, ...more }) as never
    expect(pendingCount([], [got({}), got({ lastCounteredBy: 'seller' }), got({ lastCounteredBy: 'buyer', status: 'countered' })], 0)).toBe(
      2,
    )
    expect(pendingCount([], [got({ status: 'declined' }), got({ tradeStatus: 'cancelled' })], 0)).toBe(0)
  })

  test('do not wait when their time is over', () => {
    expect(pendingCount([trade({ offers: [countered] })], [], 100)).toBe(0)
    expect(pendingCount([trade({ offers: [countered], status: 'cancelled' })], [], 0)).toBe(0)
    const got = { ...offer(2), tradeStatus: 'pending', expiresAtMs: 100 } as never
    expect([pendingCount([], [got], 99), pendingCount([], [got], 100)]).toEqual([1, 0])
  })
})
