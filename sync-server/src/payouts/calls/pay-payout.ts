import { payPayout } from '@shop/shared/payouts/calls.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** PATCH /payouts/{userId}/{id}/paid. */
export const payPayoutCall = implementCall(payPayout, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, markPayoutPaid, { payoutId: params.id, uid: params.userId })
  return { message: 'Payout marked as paid' }
})
