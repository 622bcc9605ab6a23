import { items } from '@shop/shared/inventory/schema.ts'
import type { Cents } from '@shop/shared/kernel/money.ts'
import { askedCents, buyerMoves, type MoveName, sellerMoves, WAITING_TEXT, whyNot } from '@shop/shared/trades/rules/machine.ts'
import { offerMoney, requestMoney } from '@shop/shared/trades/rules/money.ts'
import { isOpenOffer, OPEN_TRADES, turnOf } from '@shop/shared/trades/rules/pending.ts'
import { moneyWithAccepted, piecesOf } from '@shop/shared/trades/rules/preview.ts'
import type { Offer, OfferOfTrade, Trade } from '@shop/shared/trades/schema.ts'
import type { View } from '../../sync/api.ts'

/** A row of Sent Offers: a request, an offer of it that is negotiated, or, where one seller was asked, both in one. */
export type SentRow = {
  readonly id: string
  readonly trade: Trade
  /** One seller's part, or null for a request as a whole. */
  readonly offer: OfferOfTrade | null
  /** The request itself, which can be cancelled. */
  readonly isRequest: boolean
  readonly quantity: number
  readonly priceCents: Cents
  readonly totalCents: Cents
  /** A seller asks another price than the buyer named. */
  readonly isCountered: boolean
  /** The total is held for another price, which the buyer has named in a counter since: it is the most the request may come to. */
  readonly isAtMost: boolean
}

const newestFirst = (a: { requestedAtMs: number; id: string }, b: { requestedAtMs: number; id: string }) =>
  b.requestedAtMs - a.requestedAtMs || (a.id < b.id ? -1 : 1)

const isOn = (status: Trade['status']) => OPEN_TRADES.includes(status)

/** The trade's total was reckoned at another price than this. */
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

/** Sent Offers: requests that are neither ended nor agreed on. A partial trade's row is under My Trades; its offers that are negotiated remain here, since
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

/** Received Offers: those that are neither declined, expired nor accepted. */
export const receivedRows = (offers: readonly Offer[]): Offer[] =>
  offers.filter((offer) => isOpenOffer(offer) && isOn(offer.tradeStatus)).sort(newestFirst)

/** The buyer's moves of a row, in the order of its buttons, as the shared machine allows them. */
export function sentMoves({ trade, offer, isRequest }: SentRow, nowMs: number): MoveName[] {
  const answers: MoveName[] = offer ? buyerMoves(trade, offer, nowMs) : []
  return isRequest && whyNot('cancel', trade, undefined, nowMs) === null ? [...answers, 'cancel'] : answers
}

/** The seller's moves of an offer. */
export const receivedMoves = (offer: Offer, nowMs: number): MoveName[] => sellerMoves(offer, nowMs)

/** Says that a row waits for the seller; null when it waits for the buyer. */
export function waitingWords({ trade, offer }: SentRow): string | null {
  const open = offer ? [offer] : trade.offers.filter(isOpenOffer)
  return open.some((one) => turnOf(one) === 'seller') ? WAITING_TEXT.seller : null
}

/** A seller's part, at the price its answer would be given to. `quantity`: pieces there are to give. */
export const payoutOf = (offer: Offer, quantity = offer.quantityOffered) => offerMoney(askedCents(offer), quantity, offer)

/** Pieces an acceptance would take now: of what is offered, what its seller still has. All of it where nothing is left: that is for the server to refuse. */
export function takenNow(view: Pick<View, 'where'>, { sellerUid, itemBarcode, quantityOffered }: Offer): number {
  const own = view
    .where(items, 'barcode1', itemBarcode)
    .filter(({ consignorId, stockCount }) => consignorId === sellerUid && stockCount > 0)
  const left = own.reduce((sum, { stockCount }) => sum + stockCount, 0)
  return left === 0 ? quantityOffered : Math.min(quantityOffered, left)
}
