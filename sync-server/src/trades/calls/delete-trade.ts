import { deleteTrade } from '@shop/shared/trades/calls/fulfillment.ts'
import { removeTrade } from '@shop/shared/trades/commands/remove-trade.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { orderReferenceOf } from '../references.ts'

/** DELETE /trades/admin/{id}/cancel. */
export const deleteTradeCall = implementCall(deleteTrade, async ({ params, actor, platform }) => {
  const { reference, itemIds } = await orderReferenceOf(platform.db, params.id)
  await platform.runCommand(actor, removeTrade, { ...reference, itemIds })
  return { message: 'Trade deleted successfully. Refunds and inventory restored.' }
})
