import { describe, expect, it } from 'vitest'
import { tradeRefusals } from '../errors.ts'
import { type OfferStatus, offerStatusSchema, type Side, type TradeStatus, tradeStatusSchema } from '../schema.ts'
import { buyerMoves, ENDED_TRADES, MOVES, type MoveName, ORDER_STATUSES, sellerMoves, statusOf, WAITING_TEXT, whyNot } from './machine.ts'

const NOW = 1_000
const LATER = 2_000

/** Every possible offer, by its status and the side that countered last. */
const OFFERS = offerStatusSchema.options.flatMap((status) =>
  ([null, 'buyer', 'seller'] as const).map((lastCounteredBy) => ({ status, lastCounteredBy })),
)
const trade = (status: TradeStatus, more: object = {}) => ({
  status,
  expiresAtMs: LATER,
  providesOwnShipping: false,
  trackingNumber: '',
  ...more,
})

/** The states in which each move is allowed, written down a second time. */
const ALLOWED: Readonly<Record<MoveName, (trade: TradeStatus, offer: OfferStatus, last: Side | null) => boolean>> = {
  accept: (of, offer, last) => isOpen(of) && (offer === 'pending' || offer === 'countered') && last !== 'seller',
  decline: (of, offer, last) => isOpen(of) && (offer === 'pending' || offer === 'countered') && last !== 'seller',
  counter: (of, offer, last) => isOpen(of) && (offer === 'pending' || offer === 'countered') && last !== 'seller',
  acceptCounter: (of, offer, last) => isOpen(of) && (offer === 'pending' || offer === 'countered') && last === 'seller',
  declineCounter: (of, offer, last) => isOpen(of) && (offer === 'pending' || offer === 'countered') && last === 'seller',
  buyerCounter: (of, offer, last) => isOpen(of) && (offer === 'pending' || offer === 'countered') && last === 'seller',
  cancel: (of) => of === 'pending',
  expire: isOpen,
  uploadLabel: (of) => of === 'awaiting_shipping' || of === 'shipping_uploaded',
  addTracking: (of) => of === 'awaiting_shipping' || of === 'shipping_uploaded',
  markShipped: (of) => of === 'shipping_uploaded',
  remove: () => true,
}

function isOpen(status: TradeStatus): boolean {
  return status === 'pending' || status === 'partial'
}

describe('the state machine of a trade', () => {
  it('allows in each state exactly the moves that the rules allow', () => {
    for (const name of Object.keys(MOVES) as MoveName[])
      for (const status of tradeStatusSchema.options)
        for (const offer of OFFERS) {
          const code = whyNot(name, trade(status, { providesOwnShipping: true }), offer, NOW)
          const may = ALLOWED[name](status, offer.status, offer.lastCounteredBy)
          expect(code === null, `${name} of ${status}, ${offer.status} by ${offer.lastCounteredBy}: ${code}`).toBe(may)
          if (code !== null) expect(Object.keys(tradeRefusals)).toContain(code)
        }
  })

  it('names the side that has to answer', () => {
    const countered = (lastCounteredBy: Side) => ({ status: 'countered' as const, lastCounteredBy })
    expect(whyNot('accept', trade('pending'), countered('seller'), NOW)).toBe('WAITING_FOR_BUYER')
    expect(whyNot('buyerCounter', trade('partial'), countered('buyer'), NOW)).toBe('WAITING_FOR_SELLER')
    expect([tradeRefusals.WAITING_FOR_BUYER.message, tradeRefusals.WAITING_FOR_SELLER.message]).toEqual([
      WAITING_TEXT.buyer,
      WAITING_TEXT.seller,
    ])
  })

  it('accepts an answer until one millisecond before the trade ends', () => {
    const offer = { status: 'pending' as const, lastCounteredBy: null }
    expect([whyNot('accept', trade('pending'), offer, LATER - 1), whyNot('accept', trade('pending'), offer, LATER)]).toEqual([
      null,
      'OFFER_EXPIRED',
    ])
    expect(whyNot('cancel', trade('pending'), undefined, LATER)).toBeNull()
  })

  it('refuses a label the buyer should not send, a second tracking number, and shipping without the label', () => {
    expect(whyNot('uploadLabel', trade('awaiting_shipping'), undefined, NOW)).toBe('NOT_OWN_SHIPPING')
    expect(whyNot('addTracking', trade('shipping_uploaded', { trackingNumber: '1Z' }), undefined, NOW)).toBe('HAS_TRACKING')
    expect(whyNot('markShipped', trade('awaiting_shipping'), undefined, NOW)).toBe('LABEL_MISSING')
    expect(whyNot('addTracking', { status: 'awaiting_shipping', expiresAtMs: LATER }, undefined, NOW)).toBeNull()
  })

  it('gives each side the moves of its turn', () => {
    const offer = { status: 'pending' as const, lastCounteredBy: null, tradeStatus: 'pending' as const, expiresAtMs: LATER }
    expect(sellerMoves(offer, NOW)).toEqual(['accept', 'counter', 'decline'])
    expect(sellerMoves({ ...offer, status: 'countered', lastCounteredBy: 'seller' }, NOW)).toEqual([])
    expect(buyerMoves(trade('pending'), offer, NOW)).toEqual([])
    expect(buyerMoves(trade('pending'), { status: 'countered', lastCounteredBy: 'seller' }, NOW)).toEqual([
      'acceptCounter',
      'buyerCounter',
      'declineCounter',
    ])
  })

  it('derives a trade’s status from its answers', () => {
    const of = (acceptedCount: number, isCovered: boolean, isStillOpen: boolean) =>
      statusOf({ acceptedCount, isCovered, isOpen: isStillOpen })
    expect([of(0, false, true), of(1, false, true), of(2, true, true), of(1, false, false), of(0, false, false)]).toEqual([
      'pending',
      'partial',
      'awaiting_shipping',
      'awaiting_shipping',
      'declined',
    ])
    expect(statusOf({ acceptedCount: 0, isCovered: false, isOpen: false }, 'expired')).toBe('expired')
  })

  it('knows every status as open, ordered or ended', () => {
    const all = ['pending', 'partial', ...ORDER_STATUSES, ...ENDED_TRADES]
    expect([...new Set(all)].sort()).toEqual([...tradeStatusSchema.options].sort())
  })
})
