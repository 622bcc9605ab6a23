import { carts, posSales } from '@shop/shared/pos/schema.ts'
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

export const posSalesTable = defineTable(posSales, {
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
  voidedAtMs: 'bigint',
  voidedByUid: 'text',
})
