import { categories } from '@shop/shared/inventory/category-schema.ts'
import { byRowKey, type StoredKind } from '@shop/shared/inventory/fields.ts'
import { discrepancies, items, stockMovements } from '@shop/shared/inventory/schema.ts'
import { defineTable, type PgType } from '../platform/database/collection-table.ts'
import { definePlainTable, integer, jsonb, text, timestamp, uuid, withDefault } from '../platform/database/plain-table.ts'

const COLUMN_TYPES = { text: 'text', cents: 'bigint', category: 'text', condition: 'text' } as const satisfies Record<StoredKind, PgType>

const kinds = byRowKey('kind')
const storedColumns = Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, COLUMN_TYPES[kind]])) as {
  [Key in keyof typeof kinds]: (typeof COLUMN_TYPES)[(typeof kinds)[Key]]
}

export const categoriesTable = defineTable(categories, { name: 'text', list: 'text' })

export const itemsTable = defineTable(items, {
  source: 'text',
  consignorId: 'text',
  ...storedColumns,
  stockCount: 'bigint',
  promisedCount: 'bigint',
  recountedAtMs: 'bigint',
  recentMoves: 'jsonb',
  createdAtMs: 'bigint',
  updatedAtMs: 'bigint',
})

export const stockMovementsTable = defineTable(stockMovements, {
  itemId: 'text',
  deltaCount: 'bigint',
  kind: 'text',
  sourceId: 'text',
  commandId: 'text',
  atMs: 'bigint',
  byUid: 'text',
})

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

/** Search texts of items. Triggers write these rows, and imports write theirs ahead: a row does not count while its run is in `item_text_runs`. */
export const itemTextsTable = definePlainTable('item_texts', { id: text(), search_text: text(), run_id: withDefault(text()) })

/** Imports whose search texts do not count yet. `at`: time of the last sign of life. */
export const itemTextRunsTable = definePlainTable('item_text_runs', { id: text(), at: withDefault(timestamp()) })

/** Imports in progress: the plan, and the rows that have arrived. */
export const importChunksTable = definePlainTable('import_chunks', {
  import_id: uuid(),
  chunk_no: integer(),
  uid: text(),
  rows: jsonb(),
  created_at: withDefault(timestamp()),
})
