import { addTradeTracking } from '@shop/shared/trades/calls/fulfillment.ts'
import { addTrackingCommand } from '@shop/shared/trades/commands/ship-trade.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { orderReferenceOf } from '../references.ts'

/** POST /trades/admin/{id}/tracking. */
export const addTradeTrackingCall = implementCall(addTradeTracking, async ({ params, body, actor, platform }) => {
  const { reference } = await orderReferenceOf(platform.db, params.id)
  await platform.runCommand(actor, addTrackingCommand, { ...reference, trackingNumber: body.trackingNumber, carrier: 'USPS' })
  return { message: 'Tracking information added successfully!' }
})
