import { deletePayout } from '@shop/shared/payouts/calls.ts'
import { removePayout } from '@shop/shared/payouts/commands/remove-payout.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** DELETE /payouts/{userId}/{id}. */
export const deletePayoutCall = implementCall(deletePayout, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, removePayout, { payoutId: params.id, uid: params.userId })
  return { message: 'Payout request deleted and balance refunded' }
})
