import type { Offer, Side, Trade, TradeStatus } from '../schema.ts'

// a separate file, because every screen needs the count, and `machine.ts` is loaded with the marketplace only

/** States with open offers. */
export const OPEN_TRADES: readonly TradeStatus[] = ['pending', 'partial']
/** States of an order that is not yet fulfilled. */
export const ORDERED_TRADES: readonly TradeStatus[] = ['awaiting_shipping', 'shipping_uploaded']

/** True while this offer waits for an answer of either side. */
export const isOpenOffer = ({ status }: Pick<Offer, 'status'>): boolean => status === 'pending' || status === 'countered'

/** Returns the side that an open offer waits for: the buyer after the seller's counter, otherwise the seller. */
export const turnOf = ({ lastCounteredBy }: Pick<Offer, 'lastCounteredBy'>): Side => (lastCounteredBy === 'seller' ? 'buyer' : 'seller')

/** Counts the offers that wait for a person's answer. `asked`: the person's trades as buyer; `got`: the person's offers as seller. */
export function pendingCount(asked: readonly Trade[], got: readonly Offer[], nowMs: number): number {
  const waitsFor = (side: Side) => (offer: Pick<Offer, 'status' | 'lastCounteredBy'>) => isOpenOffer(offer) && turnOf(offer) === side
  const isOn = (status: TradeStatus, expiresAtMs: number) => OPEN_TRADES.includes(status) && expiresAtMs > nowMs
  const asBuyer = asked.flatMap(({ status, expiresAtMs, offers }) => (isOn(status, expiresAtMs) ? offers.filter(waitsFor('buyer')) : []))
  const asSeller = got.filter((offer) => isOn(offer.tradeStatus, offer.expiresAtMs) && waitsFor('seller')(offer))
  return asBuyer.length + asSeller.length
}
