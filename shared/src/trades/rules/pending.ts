import type { Offer, Side, Trade, TradeStatus } from '../schema.ts'

// What every screen's navigation counts: kept apart from the rest of the machine, which is loaded with the marketplace.

/** States in which offers are open. */
export const OPEN_TRADES: readonly TradeStatus[] = ['pending', 'partial']
/** States of an order that goods and money are committed to and that is not fulfilled yet. */
export const ORDERED_TRADES: readonly TradeStatus[] = ['awaiting_shipping', 'shipping_uploaded']

/** Is this offer still to be answered? */
export const isOpenOffer = ({ status }: Pick<Offer, 'status'>): boolean => status === 'pending' || status === 'countered'

/** Whose answer an open offer waits for: the buyer's after the seller's counter, else the seller's. */
export const turnOf = ({ lastCounteredBy }: Pick<Offer, 'lastCounteredBy'>): Side => (lastCounteredBy === 'seller' ? 'buyer' : 'seller')

/** How many offers wait for somebody's answer, among the trades that person asked for and the offers that person got. */
export function pendingCount(asked: readonly Trade[], got: readonly Offer[], nowMs: number): number {
  const waitsFor = (side: Side) => (offer: Pick<Offer, 'status' | 'lastCounteredBy'>) => isOpenOffer(offer) && turnOf(offer) === side
  const isOn = (status: TradeStatus, expiresAtMs: number) => OPEN_TRADES.includes(status) && expiresAtMs > nowMs
  const asBuyer = asked.flatMap(({ status, expiresAtMs, offers }) => (isOn(status, expiresAtMs) ? offers.filter(waitsFor('buyer')) : []))
  const asSeller = got.filter((offer) => isOn(offer.tradeStatus, offer.expiresAtMs) && waitsFor('seller')(offer))
  return asBuyer.length + asSeller.length
}
