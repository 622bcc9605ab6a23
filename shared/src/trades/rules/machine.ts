import type { tradeRefusals } from '../errors.ts'
import type { Offer, OfferStatus, Side, Trade, TradeStatus } from '../schema.ts'
import { isOpenOffer, OPEN_TRADES, ORDERED_TRADES, turnOf } from './pending.ts'

/** Side that makes a move. `system`: the passing of time. */
export type Mover = Side | 'admin' | 'system'

/** One move of a trade as data: its mover, the states that allow it, and its effect. Screens, server and tests all read this data. */
export type Move = {
  readonly by: Mover
  /** States of the trade that allow the move. */
  readonly trade: readonly TradeStatus[]
  /** For a move on one offer: the side whose turn it must be, and the status that the offer gets. */
  readonly offer?: { readonly turn: Side; readonly becomes: OfferStatus }
  /** Status that the trade gets. `asAnswered`: see `statusOf`; `gone`: the trade is deleted. */
  readonly becomes: TradeStatus | 'asAnswered' | 'same' | 'gone'
  /** Status that the other open offers get. They are always declined when no more pieces are wanted. */
  readonly openOffers: 'stay' | 'declined' | 'expired' | 'gone'
  /** Effect on the pieces: taken from the seller's inventory, returned to it, or none. */
  readonly stock: 'none' | 'taken' | 'returned'
  /** Effect on the buyer's hold. `matched`: set to the most that the trade may cost; `spent`: pays sellers, commission and shipping. */
  readonly hold: 'none' | 'matched' | 'released' | 'spent' | 'refunded'
  /** True for a move that is refused when the trade's time is over. */
  readonly inTime: boolean
}

/** States of the fulfilment list. */
export const ORDER_STATUSES: readonly TradeStatus[] = [...ORDERED_TRADES, 'fulfilled']
/** States without a hold. The only possible move is the deletion by an admin. */
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

/** Every move after the request of a trade. */
export const MOVES = {
  accept: answer('seller', 'accepted', { stock: 'taken', hold: 'matched' }),
  decline: answer('seller', 'declined', { stock: 'none', hold: 'matched' }),
  counter: answer('seller', 'countered', { stock: 'none', hold: 'none' }),
  acceptCounter: answer('buyer', 'accepted', { stock: 'taken', hold: 'matched' }),
  declineCounter: answer('buyer', 'declined', { stock: 'none', hold: 'matched' }),
  buyerCounter: answer('buyer', 'countered', { stock: 'none', hold: 'matched' }),
  cancel: { by: 'buyer', trade: ['pending'], becomes: 'cancelled', openOffers: 'declined', stock: 'none', hold: 'released', inTime: false },
  /** Expires a trade that nobody accepted; shrinks a partial trade to its accepted part. */
  expire: { by: 'system', trade: OPEN_TRADES, becomes: 'asAnswered', openOffers: 'expired', stock: 'none', hold: 'matched', inTime: false },
  /** May be repeated with a new label until the order ships. */
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

/** Returns the price at which an open offer can be accepted now. */
export const askedCents = (offer: Pick<Offer, 'lastCounteredBy' | 'counterPriceCents' | 'bidCents'>) =>
  offer.lastCounteredBy === 'seller' && offer.counterPriceCents !== null ? offer.counterPriceCents : offer.bidCents

/** Derives a trade's status from the answers to its offers. `unanswered`: the status when no offer is accepted and none is open. */
export function statusOf(
  of: { acceptedCount: number; isCovered: boolean; isOpen: boolean },
  unanswered: 'declined' | 'expired' = 'declined',
): TradeStatus {
  if (of.acceptedCount === 0) return of.isOpen ? 'pending' : unanswered
  return of.isOpen && !of.isCovered ? 'partial' : 'awaiting_shipping'
}

/** Fields of a trade that decide whether a move is allowed. An offer has copies of the first two: `tradeStatus` and `expiresAtMs`. */
export type Judged = {
  readonly status: TradeStatus
  readonly expiresAtMs: number
  readonly providesOwnShipping?: boolean
  readonly trackingNumber?: string
}

/** Returns the refusal code of a move in this state, or null when the move is allowed. `offer`: required for moves on an offer. */
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

/** Lists the moves that the buyer may make on an offer, in button order. */
export const buyerMoves = (trade: Pick<Trade, 'status' | 'expiresAtMs'>, offer: Pick<Offer, 'status' | 'lastCounteredBy'>, nowMs: number) =>
  (['acceptCounter', 'buyerCounter', 'declineCounter'] as const).filter((name) => whyNot(name, trade, offer, nowMs) === null)

/** Lists the moves that the seller may make on an offer, in button order. */
export const sellerMoves = (offer: Pick<Offer, 'status' | 'lastCounteredBy' | 'tradeStatus' | 'expiresAtMs'>, nowMs: number) =>
  (['accept', 'counter', 'decline'] as const).filter(
    (name) => whyNot(name, { status: offer.tradeStatus, expiresAtMs: offer.expiresAtMs }, offer, nowMs) === null,
  )

/** Sentence about an open offer that waits for this side. */
export const WAITING_TEXT: Readonly<Record<Side, string>> = {
  buyer: 'Waiting for buyer response...',
  seller: 'Waiting for seller response...',
}
