import { listShipments } from '@shop/shared/shipments/calls.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readShipments } from '../rest-shipments.ts'

/** GET /shipments/{userId}. */
export const listShipmentsCall = implementCall(listShipments, async ({ params, platform }) => ({
  shipments: await readShipments(platform, sql`where shipments.uid = ${params.userId.toLowerCase()}`),
}))
