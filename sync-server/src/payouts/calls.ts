import { toCents } from '@shop/shared/kernel/dollars.ts'
import { cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import {
  getPaymentInfoCall,
  getTotalPayoutsCall,
  listPayoutsCall,
  listPendingPayoutsCall,
  markPayoutPaidCall,
  PAYOUT_LIST_LIMIT,
  removePayoutCall,
  requestPayoutCall,
} from '@shop/shared/payouts/calls.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { removePayout } from '@shop/shared/payouts/commands/remove-payout.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { cashAppLink } from '@shop/shared/payouts/rules/payment-links.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import { fieldList, selectRows } from '../platform/database/collection-table.ts'
import { sql } from '../platform/database/sql.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import { readPayoutsOf, restPayout } from './rest-payouts.ts'
import { paymentInfosTable, payoutsTable } from './tables.ts'

/** POST /payouts/{userId}/request. */
export const handleRequestPayout = implementCall(requestPayoutCall, async ({ params, body, actor, platform, newId }) => {
  const payoutId = body.id ?? newId()
  const args = {
    payoutId,
    uid: params.userId.toLowerCase(),
    amountCents: toCents(body.amount),
    method: body.method,
    handle: body.paymentUsername,
  }
  await platform.runCommand(actor, requestPayout, args, { id: body.id })
  const [payout] = await selectRows(platform.db, payoutsTable, sql`where id = ${payoutId}`)
  if (!payout) throw new Error(`payout ${payoutId} was requested and is not there`)
  return { message: 'Payout request submitted successfully!', payout: restPayout(payout) }
})

/** DELETE /payouts/{userId}/{id}. */
export const handleRemovePayout = implementCall(removePayoutCall, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, removePayout, { payoutId: params.id, uid: params.userId })
  return { message: 'Payout request deleted and balance refunded' }
})

/** GET /payouts/{userId}/payment-info. */
export const handleGetPaymentInfo = implementCall(getPaymentInfoCall, async ({ params, platform }) => {
  const [info] = await selectRows(platform.db, paymentInfosTable, sql`where id = ${params.userId.toLowerCase()}`)
  return { cashtag: info?.cashtag ?? '', venmoUsername: info?.venmoUsername ?? '' }
})

/** GET /sales/total-payouts/{id}. */
export const handleGetTotalPayouts = implementCall(getTotalPayoutsCall, async ({ params, platform }) => {
  const { rows } = await sql<{ paidCents: number }>`select coalesce(sum(amount_cents), 0)::bigint as "paidCents" from payouts
    where uid = ${params.id.toLowerCase()} and status = 'paid'`.execute(platform.db)
  return { totalPayouts: dollarsFromCents(cents(rows[0]?.paidCents ?? 0)) }
})

/** GET /sales/payouts/{id}. */
export const handleListPayouts = implementCall(listPayoutsCall, async ({ params, platform }) => ({
  payouts: (await readPayoutsOf(platform, params.id.toLowerCase())).map(restPayout),
}))

/** GET /payouts/pending. */
export const handleListPendingPayouts = implementCall(listPendingPayoutsCall, async ({ platform }) => {
  const { rows } = await sql<Payout & { displayName: string | null }>`select ${fieldList(payoutsTable)},
    coalesce(nullif(users.display_name, ''), users.username, users.email) as "displayName"
    from payouts left join users on users.id = payouts.uid where payouts.status = 'pending'
    order by payouts.requested_at_ms, payouts.id limit ${PAYOUT_LIST_LIMIT}`.execute(platform.db)
  return {
    payouts: rows.map((payout) => ({
      ...restPayout(payout),
      consignorID: payout.uid,
      displayName: payout.displayName ?? '',
      cashAppLink: cashAppLink(payout),
      venmoUsername: payout.method === 'venmo' ? payout.handle : '',
    })),
  }
})

/** PATCH /payouts/{userId}/{id}/paid. */
export const handleMarkPayoutPaid = implementCall(markPayoutPaidCall, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, markPayoutPaid, { payoutId: params.id, uid: params.userId })
  return { message: 'Payout marked as paid' }
})

/** Every call of payouts, with the code that answers it. */
export const payoutsCalls: readonly CallImplementation[] = [
  handleRequestPayout,
  handleRemovePayout,
  handleGetPaymentInfo,
  handleGetTotalPayouts,
  handleListPayouts,
  handleListPendingPayouts,
  handleMarkPayoutPaid,
]
