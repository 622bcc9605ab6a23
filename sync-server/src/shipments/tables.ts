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
