import { autoPrices, offers, trades } from '@shop/shared/trades/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

/** Table of trades. */
export const tradesTable = defineTable(trades, {
  buyerUid: 'text',
  itemName: 'text',
  itemBarcode: 'text',
  itemLink: 'text',
  imageUrl: 'text',
  requestedQuantity: 'integer',
  quantity: 'integer',
  acceptedQuantity: 'integer',
  pricePerItemCents: 'bigint',
  providesOwnShipping: 'boolean',
  shippingAddress: 'jsonb',
  commissionBps: 'integer',
  commissionPaidBy: 'text',
  status: 'text',
  itemCostCents: 'bigint',
  shippingCents: 'bigint',
  commissionCents: 'bigint',
  totalCents: 'bigint',
  heldCents: 'bigint',
  offers: 'jsonb',
  versions: 'jsonb',
  trackingNumber: 'text',
  carrier: 'text',
  label: 'jsonb',
  cancelReason: 'text',
  requestedAtMs: 'bigint',
  updatedAtMs: 'bigint',
  expiresAtMs: 'bigint',
  fulfilledAtMs: 'bigint',
  remindedOfMs: 'bigint',
})

/** Table of offers. */
export const offersTable = defineTable(offers, {
  tradeId: 'text',
  sellerUid: 'text',
  itemName: 'text',
  itemBarcode: 'text',
  itemLink: 'text',
  imageUrl: 'text',
  quantity: 'integer',
  quantityOffered: 'integer',
  pricePerItemCents: 'bigint',
  bidCents: 'bigint',
  counterPriceCents: 'bigint',
  lastCounteredBy: 'text',
  status: 'text',
  history: 'jsonb',
  breakdown: 'jsonb',
  taken: 'jsonb',
  commissionBps: 'integer',
  commissionPaidBy: 'text',
  tradeStatus: 'text',
  trackingNumber: 'text',
  carrier: 'text',
  requestedAtMs: 'bigint',
  updatedAtMs: 'bigint',
  expiresAtMs: 'bigint',
})

/** Table of sellers' price rules. */
export const autoPricesTable = defineTable(autoPrices, {
  uid: 'text',
  barcode1: 'text',
  acceptAtCents: 'bigint',
  declineBelowCents: 'bigint',
})
