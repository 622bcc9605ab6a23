import { listShipments } from '@shop/shared/shipments/calls.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { sql } from '../../platform/sql.ts'
import { readShipments } from '../rest-shipments.ts'

/** GET /shipments/{userId}. */
export const listShipmentsCall = implementCall(listShipments, async ({ params, platform }) => ({
  shipments: await readShipments(platform, sql`where shipments.uid = ${params.userId.toLowerCase()}`),
}))
