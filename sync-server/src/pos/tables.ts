import { carts, posSales, suspendedSales } from '@shop/shared/pos/schema.ts'
import { cashMoves, shifts } from '@shop/shared/pos/shift-schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

export const cartsTable = defineTable(carts, {
  status: 'text',
  label: 'text',
  clientId: 'text',
  lines: 'jsonb',
  consignorPercentage: 'numeric',
  discount: 'jsonb',
  saleId: 'text',
  createdAtMs: 'double precision',
  updatedAtMs: 'double precision',
  byUid: 'text',
})

const RUNG_UP = {
  displayId: 'text',
  receiptNumber: 'text',
  cartId: 'text',
  shiftId: 'text',
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

export const posSalesTable = defineTable(posSales, {
  ...RUNG_UP,
  tendersPosted: 'boolean',
  voidedAtMs: 'bigint',
  voidedByUid: 'text',
  voidShiftId: 'text',
})

export const suspendedSalesTable = defineTable(suspendedSales, {
  ...RUNG_UP,
  receivedAtMs: 'bigint',
  settledAtMs: 'bigint',
  settledByUid: 'text',
  settlement: 'text',
})

export const shiftsTable = defineTable(shifts, {
  number: 'integer',
  drawer: 'text',
  openDrawer: 'text',
  clientId: 'text',
  openedAtMs: 'bigint',
  openedByUid: 'text',
  openingCents: 'bigint',
  expectedCents: 'bigint',
  closedAtMs: 'bigint',
  closedByUid: 'text',
  countedCents: 'bigint',
  counts: 'jsonb',
  leftCents: 'bigint',
  note: 'text',
  z: 'jsonb',
})

export const cashMovesTable = defineTable(cashMoves, {
  shiftId: 'text',
  kind: 'text',
  amountCents: 'bigint',
  reason: 'text',
  atMs: 'bigint',
  byUid: 'text',
})
