import { refunds } from '@shop/shared/sales/refund-schema.ts'
import { balances, booksChecks, ledgerEntries, sales } from '@shop/shared/sales/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

/** The lines of all sales. */
export const salesTable = defineTable(sales, {
  kind: 'text',
  posSaleId: 'text',
  displayId: 'text',
  itemId: 'text',
  itemName: 'text',
  barcode1: 'text',
  imageUrl: 'text',
  consignorId: 'text',
  soldQuantity: 'integer',
  salePriceCents: 'bigint',
  shippingCostCents: 'bigint',
  taxCents: 'bigint',
  consignorPercentage: 'numeric',
  payoutCents: 'bigint',
  shopCents: 'bigint',
  soldAtMs: 'bigint',
  byUid: 'text',
  voidedAtMs: 'bigint',
  refunded: 'jsonb',
  reductions: 'jsonb',
  booked: 'jsonb',
  editedAtMs: 'bigint',
  editedByUid: 'text',
})

/** Returns of goods that a till sold. */
export const refundsTable = defineTable(refunds, {
  saleId: 'text',
  receiptNumber: 'text',
  shiftId: 'text',
  lines: 'jsonb',
  tenders: 'jsonb',
  atMs: 'bigint',
  byUid: 'text',
})

/** The double-entry ledger. */
export const ledgerEntriesTable = defineTable(ledgerEntries, {
  postingId: 'text',
  account: 'text',
  uid: 'text',
  amountCents: 'bigint',
  kind: 'text',
  sourceId: 'text',
  commandId: 'text',
  atMs: 'bigint',
  byUid: 'text',
})

export const balancesTable = defineTable(balances, { availableCents: 'bigint', heldCents: 'bigint' })

export const booksChecksTable = defineTable(booksChecks, {
  atMs: 'bigint',
  tookMs: 'bigint',
  byUid: 'text',
  postingsCount: 'bigint',
  balancesCount: 'bigint',
  itemsCount: 'bigint',
  mismatches: 'jsonb',
})
