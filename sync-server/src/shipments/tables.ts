import { labelStocks, postalLabels } from '@shop/shared/shipments/label-schema.ts'
import { shipments } from '@shop/shared/shipments/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

export const shipmentsTable = defineTable(shipments, {
  uid: 'text',
  carrier: 'text',
  trackingNumber: 'text',
  isDelivered: 'boolean',
  isProcessed: 'boolean',
  submittedAtMs: 'bigint',
  updatedAtMs: 'bigint',
})

export const postalLabelsTable = defineTable(postalLabels, {
  state: 'text',
  carrier: 'text',
  trackingNumber: 'text',
  numberKey: 'text',
  file: 'jsonb',
  addedAtMs: 'bigint',
  uid: 'text',
  shipmentId: 'text',
  takenAtMs: 'bigint',
})

export const labelStocksTable = defineTable(labelStocks, { freeCount: 'integer' })
