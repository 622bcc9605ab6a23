import { paymentInfos, payouts } from '@shop/shared/payouts/schema.ts'
import { defineTable } from '../platform/database/collection-table.ts'

/** Table of payouts. */
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

/** Table of saved payment info. */
export const paymentInfosTable = defineTable(paymentInfos, { cashtag: 'text', venmoUsername: 'text' })
