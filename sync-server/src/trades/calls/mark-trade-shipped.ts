import { markTradeShipped } from '@shop/shared/trades/calls/fulfillment.ts'
import { markShippedCommand } from '@shop/shared/trades/commands/ship-trade.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { orderReferenceOf } from '../references.ts'

/** POST /trades/admin/{id}/shipped. */
export const markTradeShippedCall = implementCall(markTradeShipped, async ({ params, body, actor, platform }) => {
  const { reference } = await orderReferenceOf(platform.db, params.id)
  await platform.runCommand(actor, markShippedCommand, { ...reference, trackingNumber: body.trackingNumber })
  return { message: 'Order marked as shipped' }
})
