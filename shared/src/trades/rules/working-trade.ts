import { barcodeKeys } from '../../inventory/rules/barcodes.ts'
import { items } from '../../inventory/schema.ts'
import { byField, byId, type CommandContext, type CommandTx, type Touch } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { type Cents, cents, formatCents, ZERO_CENTS } from '../../kernel/money.ts'
import { emptyBalance, post } from '../../sales/rules/ledger.ts'
import { balances } from '../../sales/schema.ts'
import { tradeRefusals } from '../errors.ts'
import { autoPrices, type HistoryEntry, type Offer, type OfferBreakdown, type OfferOfTrade, offers, type Trade, trades } from '../schema.ts'
import { MAX_NEGOTIATION_MS, OFFER_LIFETIME_MS } from './limits.ts'
import { type MoveName, statusOf, whyNot } from './machine.ts'
import { moneyOf } from './money.ts'
import { isOpenOffer } from './pending.ts'

/** Names a trade and its rows, so that the server can fetch and lock them before a command runs. A trade never changes its buyer or barcode. */
export type TradeReference = { readonly tradeId: string; readonly buyerUid: string; readonly barcode: string }

/** A trade with its offers while a command works on them. `written`: ids of changed offers. */
export type WorkingTrade = { trade: Trade; readonly offers: Map<string, Offer>; readonly written: Set<string> }

/** Names the rows of a move that takes no pieces. */
export const touchesOfTrade = ({ tradeId, buyerUid }: TradeReference): Touch[] => [
  byId(trades, tradeId),
  byField(offers, 'tradeId', tradeId),
  byId(balances, buyerUid),
]

/** Names the rows of a move that may take pieces, with the stock and the price rules of every spelling of the barcode. */
export const touchesOfAcceptance = (reference: TradeReference): Touch[] => [
  ...touchesOfTrade(reference),
  ...barcodeKeys(reference.barcode).flatMap((key) => [byField(items, 'barcode1', key), byField(autoPrices, 'barcode1', key, false)]),
]

/** Loads the trade and its offers. Refuses TRADE_NOT_FOUND, and TRADE_CHANGED when the buyer or the barcode differs from the reference. */
export function loadTrade(tx: CommandTx, { tradeId, buyerUid, barcode }: TradeReference): WorkingTrade {
  const trade = tx.get(trades, tradeId)
  if (!trade) throw refusal(tradeRefusals, 'TRADE_NOT_FOUND')
  if (trade.buyerUid !== buyerUid || trade.itemBarcode !== barcode) throw refusal(tradeRefusals, 'TRADE_CHANGED')
  return { trade, offers: new Map(tx.where(offers, 'tradeId', tradeId).map((offer) => [offer.id, offer])), written: new Set() }
}

/** Gets one offer of the trade. Refuses OFFER_NOT_FOUND. */
export function offerOf(work: WorkingTrade, offerId: string): Offer {
  const offer = work.offers.get(offerId)
  if (!offer) throw refusal(tradeRefusals, 'OFFER_NOT_FOUND')
  return offer
}

/** Refuses FORBIDDEN unless the actor is `uid`, who may make the move. */
export function requireMover(ctx: CommandContext, uid: string): void {
  if (ctx.actor.uid !== uid) throw refusal(kernelRefusals, 'FORBIDDEN')
}

/** Refuses a move that this state does not allow (see `whyNot`). */
export function requireMove(ctx: CommandContext, name: MoveName, trade: Trade, offer?: Offer): void {
  const code = whyNot(name, trade, offer, ctx.nowMs)
  if (code) throw refusal(tradeRefusals, code)
}

/** Replaces an offer of the trade. */
export function setOffer(work: WorkingTrade, offer: Offer): void {
  work.offers.set(offer.id, offer)
  work.written.add(offer.id)
}

/** Returns the offer's history with one more step. */
export const stepped = (offer: Offer, step: HistoryEntry): HistoryEntry[] => [...offer.history, step]

const openOf = (work: WorkingTrade) => [...work.offers.values()].filter(isOpenOffer)
const breakdownsOf = (work: WorkingTrade): OfferBreakdown[] =>
  [...work.offers.values()].flatMap(({ breakdown }) => (breakdown ? [breakdown] : []))

/** Ends every open offer. */
export function endOpenOffers(work: WorkingTrade, status: 'declined' | 'expired', nowMs: number): void {
  for (const offer of openOf(work)) setOffer(work, { ...offer, status, updatedAtMs: nowMs })
}

/** Updates a trade after answers to its offers: status, quantity, money and the buyer's hold. Refuses BALANCE_MISSING when the balance does not cover
 *  the hold. */
export function settleOffers(
  tx: CommandTx,
  ctx: CommandContext,
  work: WorkingTrade,
  unanswered: 'declined' | 'expired' = 'declined',
): void {
  const { trade } = work
  const acceptedCount = breakdownsOf(work).reduce((sum, { quantity }) => sum + quantity, 0)
  const isCovered = acceptedCount >= trade.quantity
  if (isCovered) endOpenOffers(work, 'declined', ctx.nowMs)
  const open = openOf(work)
  const status = statusOf({ acceptedCount, isCovered, isOpen: open.length > 0 }, unanswered)
  const isOver = status === unanswered
  const isOrdered = status === 'awaiting_shipping'
  const settled = { ...trade, status, acceptedQuantity: acceptedCount, quantity: isOrdered ? acceptedCount : trade.quantity }
  for (const offer of open) {
    const quantityOffered = Math.min(offer.quantityOffered, settled.quantity - acceptedCount)
    if (quantityOffered !== offer.quantityOffered) setOffer(work, { ...offer, quantityOffered })
  }
  // a trade that ends without an acceptance keeps the amounts that it has
  work.trade = isOver ? settled : { ...settled, ...amountsOf(work, settled) }
  holdTo(tx, ctx, work, isOver ? ZERO_CENTS : work.trade.totalCents)
}

function amountsOf(work: WorkingTrade, trade: Trade): Pick<Trade, 'itemCostCents' | 'commissionCents' | 'totalCents'> {
  const { itemCostCents, commissionCents, totalCents } = moneyOf(trade, breakdownsOf(work), openOf(work))
  return { itemCostCents, commissionCents, totalCents }
}

/** Error message for a hold above the buyer's balance, with the required, available and missing amounts. */
export const balanceMissing = (neededCents: Cents, availableCents: Cents): string =>
  `This takes ${formatCents(neededCents)} of your balance; ${formatCents(availableCents)} is available, ${formatCents(cents(neededCents - availableCents))} is missing.`

/** Sets the buyer's hold to an amount. Refuses BALANCE_MISSING. */
export function holdTo(tx: CommandTx, ctx: CommandContext, work: WorkingTrade, heldCents: Cents): void {
  const { trade } = work
  const moreCents = cents(heldCents - trade.heldCents)
  const uid = trade.buyerUid
  const { availableCents } = tx.get(balances, uid) ?? emptyBalance(uid)
  if (moreCents > 0 && moreCents > availableCents)
    throw refusal(tradeRefusals, 'BALANCE_MISSING', { message: balanceMissing(moreCents, availableCents) })
  post(tx, ctx, {
    kind: moreCents > 0 ? 'trade_hold' : 'trade_release',
    sourceId: trade.id,
    sides: [
      { account: 'consignor_available', uid, amountCents: cents(-moreCents) },
      { account: 'consignor_held', uid, amountCents: moreCents },
    ],
  })
  work.trade = { ...trade, heldCents }
}

/** Refuses TOTAL_CHANGED when a buyer's move holds more than the buyer saw. `shownCents`: null when unknown. */
export function requireShown({ trade }: WorkingTrade, shownCents: Cents | null | undefined): void {
  if (shownCents === null || shownCents === undefined || trade.heldCents <= shownCents) return
  const totalCost = formatCents(trade.heldCents)
  const message = `${totalCost} would now be held of your balance, not ${formatCents(shownCents)}. Please look at the new total and send it again.`
  throw refusal(tradeRefusals, 'TOTAL_CHANGED', { message, fields: { totalCost } })
}

/** Computes the end of a trade in which a side acted at `nowMs`, in milliseconds since 1970. */
export const expiryOf = (requestedAtMs: number, nowMs: number): number =>
  Math.min(nowMs + OFFER_LIFETIME_MS, requestedAtMs + MAX_NEGOTIATION_MS)

/** Reduces an offer to the part that its buyer sees: without the seller, and without a sign that a price rule answered (law *Anonymity*). */
function offerForBuyer({
  id,
  quantityOffered,
  bidCents,
  counterPriceCents,
  lastCounteredBy,
  status,
  history,
  breakdown,
}: Offer): OfferOfTrade {
  return {
    id,
    quantityOffered,
    bidCents,
    counterPriceCents,
    lastCounteredBy,
    status,
    history: history.map(({ by, act, priceCents, atMs }) => ({ by, act, priceCents, atMs })),
    accepted: breakdown && { quantity: breakdown.quantity, priceCents: breakdown.priceCents, itemCostCents: breakdown.itemCostCents },
  }
}

/** Writes a trade and its changed offers; open and accepted offers also get the trade's status, tracking and end. `isTouched`: true when a side
 *  acted, so that the trade gets more time. */
export function saveTrade(tx: CommandTx, ctx: CommandContext, work: WorkingTrade, { isTouched = false } = {}): void {
  const { trade } = work
  const expiresAtMs = isTouched ? expiryOf(trade.requestedAtMs, ctx.nowMs) : trade.expiresAtMs
  const saved: Trade = {
    ...trade,
    expiresAtMs,
    updatedAtMs: ctx.nowMs,
    offers: [...work.offers.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(offerForBuyer),
  }
  tx.put(trades, saved)
  const { status: tradeStatus, trackingNumber, carrier } = saved
  for (const offer of work.offers.values()) {
    const follows = work.written.has(offer.id) || isOpenOffer(offer) || offer.status === 'accepted'
    const isSame =
      offer.tradeStatus === tradeStatus &&
      offer.trackingNumber === trackingNumber &&
      offer.carrier === carrier &&
      offer.expiresAtMs === expiresAtMs
    if (!follows || (isSame && !work.written.has(offer.id))) continue
    tx.put(offers, { ...offer, tradeStatus, trackingNumber, carrier, expiresAtMs })
  }
}
