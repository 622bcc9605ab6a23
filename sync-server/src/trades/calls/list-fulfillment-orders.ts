import { listFulfillmentOrders } from '@shop/shared/trades/calls/fulfillment.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOrders } from '../orders.ts'

/** GET /trades/admin/fulfillment-orders. */
export const listFulfillmentOrdersCall = implementCall(listFulfillmentOrders, ({ query, platform }) => readOrders(platform.db, query))
