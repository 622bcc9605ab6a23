import type { Offer, Side, Trade, TradeStatus } from '../schema.ts'

// Counts for the navigation of every screen. They are not in `machine.ts`, which the app loads with the marketplace only.

/** States with open offers. */
export const OPEN_TRADES: readonly TradeStatus[] = ['pending', 'partial']
/** States of an order that is committed but not yet fulfilled. */
export const ORDERED_TRADES: readonly TradeStatus[] = ['awaiting_shipping', 'shipping_uploaded']

/** True while this offer waits for an answer. */
export const isOpenOffer = ({ status }: Pick<Offer, 'status'>): boolean => status === 'pending' || status === 'countered'

/** Side that an open offer waits for: the buyer after the seller's counter, else the seller. */
export const turnOf = ({ lastCounteredBy }: Pick<Offer, 'lastCounteredBy'>): Side => (lastCounteredBy === 'seller' ? 'buyer' : 'seller')

/** Offers that wait for a person's answer, among the trades they requested and the offers they received. */
export function pendingCount(asked: readonly Trade[], got: readonly Offer[], nowMs: number): number {
  const waitsFor = (side: Side) => (offer: Pick<Offer, 'status' | 'lastCounteredBy'>) => isOpenOffer(offer) && turnOf(offer) === side
  const isOn = (status: TradeStatus, expiresAtMs: number) => OPEN_TRADES.includes(status) && expiresAtMs > nowMs
  const asBuyer = asked.flatMap(({ status, expiresAtMs, offers }) => (isOn(status, expiresAtMs) ? offers.filter(waitsFor('buyer')) : []))
  const asSeller = got.filter((offer) => isOn(offer.tradeStatus, offer.expiresAtMs) && waitsFor('seller')(offer))
  return asBuyer.length + asSeller.length
}
