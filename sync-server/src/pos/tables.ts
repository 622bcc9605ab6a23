import { carts, posSales, suspendedSales } from '@shop/shared/pos/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

export const cartsTable = defineTable(carts, {
  status: 'text',
  label: 'text',
  clientId: 'text',
  lines: 'jsonb',
  consignorPercentage: 'numeric',
  saleId: 'text',
  createdAtMs: 'double precision',
  updatedAtMs: 'double precision',
  byUid: 'text',
})

const RUNG_UP = {
  displayId: 'text',
  receiptNumber: 'text',
  cartId: 'text',
  lines: 'jsonb',
  tenders: 'jsonb',
  taxRateBps: 'integer',
  totalCents: 'bigint',
  subtotalCents: 'bigint',
  taxCents: 'bigint',
  payoutCents: 'bigint',
  consignorPercentage: 'numeric',
  soldAtMs: 'bigint',
  byUid: 'text',
} as const

export const posSalesTable = defineTable(posSales, { ...RUNG_UP, tendersPosted: 'boolean', voidedAtMs: 'bigint', voidedByUid: 'text' })

export const suspendedSalesTable = defineTable(suspendedSales, {
  ...RUNG_UP,
  receivedAtMs: 'bigint',
  settledAtMs: 'bigint',
  settledByUid: 'text',
  settlement: 'text',
})
