import type { tradeRefusals } from '../errors.ts'
import type { Offer, OfferStatus, Side, Trade, TradeStatus } from '../schema.ts'
import { isOpenOffer, OPEN_TRADES, ORDERED_TRADES, turnOf } from './pending.ts'

/** Who makes a move. `system`: the passing of time. */
export type Mover = Side | 'admin' | 'system'

/** One move of a trade, as data: who may make it, in which state, and what it does. Screens, server and tests read it here. */
export type Move = {
  readonly by: Mover
  /** States of the trade it may be made in. */
  readonly trade: readonly TradeStatus[]
  /** What the offer must be, for moves on one offer: open, and whose turn it is. */
  readonly offer?: { readonly turn: Side; readonly becomes: OfferStatus }
  /** What the trade becomes. `asAnswered`: see `statusOf`. `gone`: it is removed. */
  readonly becomes: TradeStatus | 'asAnswered' | 'same' | 'gone'
  /** What open offers besides become of it. Those that remain when nothing is wanted any more are declined in any case. */
  readonly openOffers: 'stay' | 'declined' | 'expired' | 'gone'
  /** Pieces: taken from the seller's inventory, given back to it, or left alone. */
  readonly stock: 'none' | 'taken' | 'returned'
  /** The buyer's money: held anew (`matched` to what the trade may come to), given back, or spent on sellers, commission and shipping. */
  readonly hold: 'none' | 'matched' | 'released' | 'spent' | 'refunded'
  /** Whether time that ran out forbids it. */
  readonly inTime: boolean
}

/** States of the fulfilment list (spec §2 Fulfillment Orders). */
export const ORDER_STATUSES: readonly TradeStatus[] = [...ORDERED_TRADES, 'fulfilled']
/** States in which nothing is held and nothing can happen any more but the admin's delete. */
export const ENDED_TRADES: readonly TradeStatus[] = ['declined', 'cancelled', 'expired', 'fulfilled']

const answer = (by: Side, becomes: OfferStatus, rest: Pick<Move, 'stock' | 'hold'>): Move => ({
  by,
  trade: OPEN_TRADES,
  offer: { turn: by, becomes },
  becomes: 'asAnswered',
  openOffers: 'stay',
  inTime: true,
  ...rest,
})
const handling = { openOffers: 'stay', stock: 'none', hold: 'none', inTime: false } as const

/** Every move there is after a trade was asked for (spec §4 Trade rules, design §6). */
export const MOVES = {
  accept: answer('seller', 'accepted', { stock: 'taken', hold: 'matched' }),
  decline: answer('seller', 'declined', { stock: 'none', hold: 'matched' }),
  counter: answer('seller', 'countered', { stock: 'none', hold: 'none' }),
  acceptCounter: answer('buyer', 'accepted', { stock: 'taken', hold: 'matched' }),
  declineCounter: answer('buyer', 'declined', { stock: 'none', hold: 'matched' }),
  buyerCounter: answer('buyer', 'countered', { stock: 'none', hold: 'matched' }),
  cancel: { by: 'buyer', trade: ['pending'], becomes: 'cancelled', openOffers: 'declined', stock: 'none', hold: 'released', inTime: false },
  /** A trade nobody answered expires; a partial one shrinks to what was accepted and goes on. */
  expire: { by: 'system', trade: OPEN_TRADES, becomes: 'asAnswered', openOffers: 'expired', stock: 'none', hold: 'matched', inTime: false },
  /** May be repeated with a better label until it was shipped. */
  uploadLabel: { ...handling, by: 'buyer', trade: ORDERED_TRADES, becomes: 'shipping_uploaded' },
  addTracking: { ...handling, by: 'admin', trade: ORDERED_TRADES, becomes: 'fulfilled', hold: 'spent' },
  markShipped: { ...handling, by: 'admin', trade: ['shipping_uploaded'], becomes: 'fulfilled', hold: 'spent' },
  remove: {
    by: 'admin',
    trade: [...OPEN_TRADES, ...ORDERED_TRADES, ...ENDED_TRADES],
    becomes: 'gone',
    openOffers: 'gone',
    stock: 'returned',
    hold: 'refunded',
    inTime: false,
  },
} as const satisfies Record<string, Move>

/** Name of a move. */
export type MoveName = keyof typeof MOVES

/** The price an open offer would be accepted at by whoever's turn it is. */
export const askedCents = (offer: Pick<Offer, 'lastCounteredBy' | 'counterPriceCents' | 'bidCents'>) =>
  offer.lastCounteredBy === 'seller' && offer.counterPriceCents !== null ? offer.counterPriceCents : offer.bidCents

/** What a trade is by what its offers were answered: covered, or with something accepted and nothing open any more, it goes on to be shipped.
 *  `unanswered`: what it is when nothing was accepted and nothing is open. */
export function statusOf(
  of: { acceptedCount: number; isCovered: boolean; isOpen: boolean },
  unanswered: 'declined' | 'expired' = 'declined',
): TradeStatus {
  if (of.acceptedCount === 0) return of.isOpen ? 'pending' : unanswered
  return of.isOpen && !of.isCovered ? 'partial' : 'awaiting_shipping'
}

/** What a judgement needs to know of a trade; an offer's seller knows as much of it. */
export type Judged = {
  readonly status: TradeStatus
  readonly expiresAtMs: number
  readonly providesOwnShipping?: boolean
  readonly trackingNumber?: string
}

/** The refusal code of a move in this state, or null when it may be made. `offer`: needed for moves on one. Screens show what may be done by it, the server refuses
 *  by it. */
export function whyNot(
  name: MoveName,
  trade: Judged,
  offer: Pick<Offer, 'status' | 'lastCounteredBy'> | undefined,
  nowMs: number,
): (keyof typeof tradeRefusals & string) | null {
  const move: Move = MOVES[name]
  if (move.offer) {
    if (!offer || !isOpenOffer(offer) || !move.trade.includes(trade.status)) return 'OFFER_MOVED_ON'
    if (move.inTime && nowMs >= trade.expiresAtMs) return 'OFFER_EXPIRED'
    if (turnOf(offer) !== move.offer.turn) return turnOf(offer) === 'buyer' ? 'WAITING_FOR_BUYER' : 'WAITING_FOR_SELLER'
    return null
  }
  if (name === 'markShipped' && trade.status === 'awaiting_shipping') return 'LABEL_MISSING'
  if (!move.trade.includes(trade.status)) return 'TRADE_MOVED_ON'
  if (name === 'uploadLabel' && trade.providesOwnShipping === false) return 'NOT_OWN_SHIPPING'
  if (name === 'addTracking' && (trade.trackingNumber ?? '') !== '') return 'HAS_TRACKING'
  return null
}

/** What the buyer may do with an offer of a trade, in the order of its buttons. */
export const buyerMoves = (trade: Pick<Trade, 'status' | 'expiresAtMs'>, offer: Pick<Offer, 'status' | 'lastCounteredBy'>, nowMs: number) =>
  (['acceptCounter', 'buyerCounter', 'declineCounter'] as const).filter((name) => whyNot(name, trade, offer, nowMs) === null)

/** What the seller may do with an offer, in the order of its buttons. */
export const sellerMoves = (offer: Pick<Offer, 'status' | 'lastCounteredBy' | 'tradeStatus' | 'expiresAtMs'>, nowMs: number) =>
  (['accept', 'counter', 'decline'] as const).filter(
    (name) => whyNot(name, { status: offer.tradeStatus, expiresAtMs: offer.expiresAtMs }, offer, nowMs) === null,
  )

/** Whose answer an open offer waits for, in the spec's words (§4): the sentence for the other side. */
export const WAITING_TEXT: Readonly<Record<Side, string>> = {
  buyer: 'Waiting for buyer response...',
  seller: 'Waiting for seller response...',
}
