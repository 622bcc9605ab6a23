import { Refusal } from '@shop/shared/kernel/errors.ts'
import { addTradeTracking, deleteTrade, listFulfillmentOrders, markTradeShipped } from '@shop/shared/trades/calls/fulfillment.ts'
import { removeTrade } from '@shop/shared/trades/commands/remove-trade.ts'
import { addTrackingCommand, markShippedCommand } from '@shop/shared/trades/commands/ship-trade.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOrders } from '../orders.ts'
import { orderReferenceOf } from '../references.ts'

/** GET /trades/admin/fulfillment-orders. */
export const listFulfillmentOrdersCall = implementCall(listFulfillmentOrders, ({ query, platform }) => readOrders(platform.db, query))

/** POST /trades/admin/{id}/tracking. */
export const addTradeTrackingCall = implementCall(addTradeTracking, async ({ params, body, actor, platform }) => {
  const { reference } = await orderReferenceOf(platform.db, params.id)
  await platform.runCommand(actor, addTrackingCommand, { ...reference, trackingNumber: body.trackingNumber, carrier: 'USPS' })
  return { message: 'Tracking information added successfully!' }
})

/** POST /trades/admin/{id}/shipped. */
export const markTradeShippedCall = implementCall(markTradeShipped, async ({ params, body, actor, platform }) => {
  const { reference } = await orderReferenceOf(platform.db, params.id)
  await platform.runCommand(actor, markShippedCommand, { ...reference, trackingNumber: body.trackingNumber })
  return { message: 'Order marked as shipped' }
})

/** DELETE /trades/admin/{id}/cancel. Of a trade that is gone only what this very request deleted it with says how it was called. */
export const deleteTradeCall = implementCall(deleteTrade, async ({ params, actor, platform, argsDone }) => {
  const argsOf = async () => {
    try {
      const { reference, itemIds } = await orderReferenceOf(platform.db, params.id)
      return { ...reference, itemIds }
    } catch (error) {
      const done = error instanceof Refusal ? await argsDone(removeTrade) : undefined
      if (done?.tradeId !== params.id.toLowerCase()) throw error
      return done
    }
  }
  await platform.runCommand(actor, removeTrade, await argsOf())
  return { message: 'Trade deleted successfully. Refunds and inventory restored.' }
})
