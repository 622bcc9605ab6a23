import { Refusal } from '@shop/shared/kernel/errors.ts'
import { addTrackingCall, listFulfillmentOrdersCall, markShippedCall, removeTradeCall } from '@shop/shared/trades/calls/fulfillment.ts'
import { removeTrade } from '@shop/shared/trades/commands/remove-trade.ts'
import { addTracking, markShipped } from '@shop/shared/trades/commands/ship-trade.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOrders } from '../orders.ts'
import { orderReferenceOf } from '../references.ts'

/** GET /trades/admin/fulfillment-orders. */
export const handleListFulfillmentOrders = implementCall(listFulfillmentOrdersCall, ({ query, platform }) => readOrders(platform.db, query))

/** POST /trades/admin/{id}/tracking. */
export const handleAddTracking = implementCall(addTrackingCall, async ({ params, body, actor, platform }) => {
  const reference = await orderReferenceOf(platform.db, params.id)
  await platform.runCommand(actor, addTracking, { ...reference, trackingNumber: body.trackingNumber, carrier: 'USPS' })
  return { message: 'Tracking information added successfully!' }
})

/** POST /trades/admin/{id}/shipped. */
export const handleMarkShipped = implementCall(markShippedCall, async ({ params, body, actor, platform }) => {
  const reference = await orderReferenceOf(platform.db, params.id)
  await platform.runCommand(actor, markShipped, { ...reference, trackingNumber: body.trackingNumber })
  return { message: 'Order marked as shipped' }
})

/** DELETE /trades/admin/{id}/cancel. A repeated request does not find the trade any more, so it uses the arguments of its first run. */
export const handleRemoveTrade = implementCall(removeTradeCall, async ({ params, actor, platform, argsDone }) => {
  const argsOf = async () => {
    try {
      return await orderReferenceOf(platform.db, params.id)
    } catch (error) {
      const done = error instanceof Refusal ? await argsDone(removeTrade) : undefined
      if (done?.tradeId !== params.id.toLowerCase()) throw error
      return done
    }
  }
  await platform.runCommand(actor, removeTrade, await argsOf())
  return { message: 'Trade deleted successfully. Refunds and inventory restored.' }
})
