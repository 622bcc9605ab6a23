import { cents, sumCents } from '../../kernel/money.ts'
import type { FulfillmentOrder } from '../calls/fulfillment.ts'
import type { Offer, Trade } from '../schema.ts'

/** A buyer or seller of an order, as admins see the person. */
export type OrderPerson = { readonly name: string; readonly email: string }

/** Describes a trade for the admins who ship it. `offers`: at least the accepted offers of the trade; `personOf`: finds a person by uid. */
export function orderOf(trade: Trade, offers: readonly Offer[], personOf: (uid: string) => OrderPerson | undefined): FulfillmentOrder {
  const { name, street, city, state, zip, country } = trade.shippingAddress
  const sellers = offers.filter(({ tradeId, status }) => tradeId === trade.id && status === 'accepted')
  const buyer = personOf(trade.buyerUid)
  return {
    tradeId: trade.id,
    itemName: trade.itemName,
    imageUrl: trade.imageUrl,
    totalQuantity: trade.acceptedQuantity,
    buyerUID: trade.buyerUid,
    buyerUsername: buyer?.name ?? '',
    buyerEmail: buyer?.email ?? '',
    shippingAddress: { name, address1: street, address2: '', city, state, zip, country },
    sellers: sellers.map((offer) => sellerOf(offer, personOf(offer.sellerUid))),
    totalItemCost: trade.itemCostCents,
    totalCommission: sumCents(sellers.map(({ breakdown }) => breakdown?.commissionCents ?? cents(0))),
    shippingCost: trade.shippingCents,
    totalCost: trade.totalCents,
    providesOwnShipping: trade.providesOwnShipping,
    hasLabel: trade.label !== null,
    status: trade.status,
    trackingNumber: trade.trackingNumber,
    carrier: trade.carrier,
    createdAt: new Date(trade.requestedAtMs).toISOString(),
  }
}

const sellerOf = (
  { sellerUid, itemBarcode, taken, breakdown }: Offer,
  person: OrderPerson | undefined,
): FulfillmentOrder['sellers'][number] => ({
  sellerUID: sellerUid,
  sellerUsername: person?.name ?? '',
  sellerEmail: person?.email ?? '',
  quantityOffered: breakdown?.quantity ?? 0,
  barcode1: itemBarcode,
  barcode2: taken.find(({ texts }) => texts.barcode2 !== '')?.texts.barcode2 ?? '',
  totalValue: breakdown?.itemCostCents ?? 0,
  commission: breakdown?.commissionCents ?? 0,
  sellerPayout: breakdown?.payoutCents ?? 0,
})
