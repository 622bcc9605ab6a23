import { discrepancies, items, stockMovements } from '@shop/shared/inventory/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

/** Table of items. */
export const itemsTable = defineTable(items, {
  source: 'text',
  consignorId: 'text',
  itemName: 'text',
  listingTitle: 'text',
  barcode1: 'text',
  barcode2: 'text',
  location: 'text',
  link: 'text',
  imageUrl: 'text',
  priceCents: 'bigint',
  stockCount: 'bigint',
  recountedAtMs: 'bigint',
  recentMoves: 'jsonb',
  createdAtMs: 'bigint',
  updatedAtMs: 'bigint',
})

/** Table of stock movements. */
export const stockMovementsTable = defineTable(stockMovements, {
  itemId: 'text',
  deltaCount: 'bigint',
  kind: 'text',
  sourceId: 'text',
  commandId: 'text',
  atMs: 'bigint',
  byUid: 'text',
})

/** Table of discrepancies. */
export const discrepanciesTable = defineTable(discrepancies, {
  kind: 'text',
  itemId: 'text',
  itemName: 'text',
  saleId: 'text',
  lineId: 'text',
  quantity: 'bigint',
  openedAtMs: 'bigint',
  openedByUid: 'text',
  settledAtMs: 'bigint',
  settledByUid: 'text',
  settlement: 'text',
  note: 'text',
})
