import type { Cents } from '@shop/shared/kernel/money.ts'
import { heldBy, stockOf } from '@shop/shared/trades/rules/acceptance.ts'
import { askedCents, buyerMoves, type MoveName, sellerMoves, WAITING_TEXT, whyNot } from '@shop/shared/trades/rules/machine.ts'
import { offerMoney, requestMoney } from '@shop/shared/trades/rules/money.ts'
import { isOpenOffer, OPEN_TRADES, turnOf } from '@shop/shared/trades/rules/pending.ts'
import { moneyWithAccepted, piecesOf } from '@shop/shared/trades/rules/preview.ts'
import type { Offer, OfferOfTrade, Trade } from '@shop/shared/trades/schema.ts'
import type { View } from '../../sync/api.ts'

/** A row of Sent Offers. It is a request or one of its offers under negotiation. With only one seller it is both. */
export type SentRow = {
  readonly id: string
  readonly trade: Trade
  /** One seller's part; null for the request as a whole. */
  readonly offer: OfferOfTrade | null
  /** True for the request itself, which can be cancelled. */
  readonly isRequest: boolean
  readonly quantity: number
  readonly priceCents: Cents
  readonly totalCents: Cents
  /** True while a seller's counter waits for the buyer. */
  readonly isCountered: boolean
  /** True while the held total also covers a counter of the buyer at another price, so that the total is an upper limit. */
  readonly isAtMost: boolean
}

const newestFirst = (a: { requestedAtMs: number; id: string }, b: { requestedAtMs: number; id: string }) =>
  b.requestedAtMs - a.requestedAtMs || (a.id < b.id ? -1 : 1)

const isOn = (status: Trade['status']) => OPEN_TRADES.includes(status)

/** True when the trade's total was computed at another price. */
const differs = (trade: Trade, priceCents: Cents) => requestMoney(priceCents, trade.quantity, trade).totalCents !== trade.totalCents

function offerRow(trade: Trade, offer: OfferOfTrade, isRequest: boolean): SentRow {
  const isCountered = isOpenOffer(offer) && turnOf(offer) === 'buyer'
  const priceCents = askedCents(offer)
  const quantity = isCountered ? piecesOf(trade, offer) : isRequest ? trade.quantity : offer.quantityOffered
  const totalCents = isCountered || !isRequest ? moneyWithAccepted(trade, offer, priceCents).totalCents : trade.totalCents
  return {
    id: offer.id,
    trade,
    offer,
    isRequest,
    quantity,
    priceCents,
    totalCents,
    isCountered,
    isAtMost: isRequest && !isCountered && differs(trade, priceCents),
  }
}

/** Sent Offers: pending requests, and offers under negotiation. Those of a partial trade stay here although the trade shows under My Trades, since
 *  they wait for an answer. */
export function sentRows(trades: readonly Trade[]): SentRow[] {
  return trades
    .filter(({ status }) => isOn(status))
    .sort(newestFirst)
    .flatMap((trade) => {
      const [only, ...others] = trade.offers
      if (trade.status === 'pending' && only && others.length === 0) return [offerRow(trade, only, true)]
      const negotiated = trade.offers.filter((offer) => isOpenOffer(offer) && offer.lastCounteredBy !== null)
      const rows = negotiated.map((offer) => offerRow(trade, offer, false))
      if (trade.status !== 'pending') return rows
      const { id, quantity, pricePerItemCents: priceCents, totalCents } = trade
      const isAtMost = differs(trade, priceCents)
      return [{ id, trade, offer: null, isRequest: true, quantity, priceCents, totalCents, isCountered: false, isAtMost }, ...rows]
    })
}

/** Received Offers: those still open. */
export const receivedRows = (offers: readonly Offer[]): Offer[] =>
  offers.filter((offer) => isOpenOffer(offer) && isOn(offer.tradeStatus)).sort(newestFirst)

/** The buyer's moves of a row in the order of its buttons, as the shared state machine allows them. */
export function sentMoves({ trade, offer, isRequest }: SentRow, nowMs: number): MoveName[] {
  const answers: MoveName[] = offer ? buyerMoves(trade, offer, nowMs) : []
  return isRequest && whyNot('cancel', trade, undefined, nowMs) === null ? [...answers, 'cancel'] : answers
}

export const receivedMoves = (offer: Offer, nowMs: number): MoveName[] => sellerMoves(offer, nowMs)

/** Says that a row waits for the seller; null when it waits for the buyer. */
export function waitingWords({ trade, offer }: SentRow): string | null {
  const open = offer ? [offer] : trade.offers.filter(isOpenOffer)
  return open.some((one) => turnOf(one) === 'seller') ? WAITING_TEXT.seller : null
}

/** A seller's payout for `quantity` pieces, at the price at which the offer can be accepted now. */
export const payoutOf = (offer: Offer, quantity = offer.quantityOffered) => offerMoney(askedCents(offer), quantity, offer)

/** Number of pieces that accepting the offer takes now: those that the seller still has. If none are left, answers the offered quantity, which the
 *  server then refuses. */
export function takenNow(view: Pick<View, 'where'>, { sellerUid, itemBarcode, quantityOffered }: Offer): number {
  const left = heldBy(stockOf(view, itemBarcode, sellerUid))
  return left === 0 ? quantityOffered : Math.min(quantityOffered, left)
}
