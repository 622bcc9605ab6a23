import { paymentInfos, payouts } from '@shop/shared/payouts/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

export const payoutsTable = defineTable(payouts, {
  uid: 'text',
  amountCents: 'bigint',
  method: 'text',
  handle: 'text',
  status: 'text',
  requestedAtMs: 'bigint',
  settledAtMs: 'bigint',
  settledByUid: 'text',
})

export const paymentInfosTable = defineTable(paymentInfos, { cashtag: 'text', venmoUsername: 'text' })
