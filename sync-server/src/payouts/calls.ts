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
import { namedColumns } from '../platform/database/collection-table.ts'
import { textOrNull } from '../platform/database/expressions.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import { requirePerson } from '../platform/http/require-person.ts'
import { readPayoutsOf, restPayout } from './rest-payouts.ts'
import { payoutsTable } from './tables.ts'

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
  const payouts = platform.db.selectFrom('payouts').select(namedColumns(payoutsTable))
  const payout = await payouts.where('id', '=', payoutId).executeTakeFirst()
  if (!payout) throw new Error(`payout ${payoutId} was requested and is not there`)
  return { message: 'Payout request submitted successfully!', payout: restPayout(payout) }
})

/** DELETE /payouts/{userId}/{id}. */
export const handleRemovePayout = implementCall(removePayoutCall, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, removePayout, { payoutId: params.id, uid: params.userId })
  return { message: 'Payout request deleted and balance refunded' }
})

/** GET /payouts/{userId}/payment-info. */
export const handleGetPaymentInfo = implementCall(getPaymentInfoCall, async ({ params, actor, platform }) => {
  const uid = await requirePerson(platform, actor, params.userId)
  const infos = platform.db.selectFrom('payment_infos').where('id', '=', uid)
  const info = await infos.select(['cashtag', 'venmo_username']).executeTakeFirst()
  return { cashtag: info?.cashtag ?? '', venmoUsername: info?.venmo_username ?? '' }
})

/** GET /sales/total-payouts/{id}. */
export const handleGetTotalPayouts = implementCall(getTotalPayoutsCall, async ({ params, actor, platform }) => {
  const uid = await requirePerson(platform, actor, params.id)
  const paid = platform.db.selectFrom('payouts').where('uid', '=', uid).where('status', '=', 'paid')
  const total = await paid.select((eb) => eb.fn.sum<number | null>('amount_cents').as('cents')).executeTakeFirst()
  return { totalPayouts: dollarsFromCents(cents(total?.cents ?? 0)) }
})

/** GET /sales/payouts/{id}. */
export const handleListPayouts = implementCall(listPayoutsCall, async ({ params, actor, platform }) => ({
  payouts: (await readPayoutsOf(platform, await requirePerson(platform, actor, params.id))).map(restPayout),
}))

/** GET /payouts/pending. */
export const handleListPendingPayouts = implementCall(listPendingPayoutsCall, async ({ platform }) => {
  const rows = await platform.db
    .selectFrom('payouts')
    .leftJoin('users', 'users.id', 'payouts.uid')
    .select(namedColumns(payoutsTable))
    .select((eb) => eb.fn.coalesce(textOrNull(eb.ref('users.display_name')), 'users.username', 'users.email').as('displayName'))
    .where('payouts.status', '=', 'pending')
    .orderBy('payouts.requested_at_ms')
    .orderBy('payouts.id')
    .limit(PAYOUT_LIST_LIMIT)
    .execute()
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

export const payoutsCalls: readonly CallImplementation[] = [
  handleRequestPayout,
  handleRemovePayout,
  handleGetPaymentInfo,
  handleGetTotalPayouts,
  handleListPayouts,
  handleListPendingPayouts,
  handleMarkPayoutPaid,
]
