import { listShipmentHistory } from '@shop/shared/shipments/calls.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readShipments } from '../rest-shipments.ts'

/** GET /sales/shipments/{id}. */
export const listShipmentHistoryCall = implementCall(listShipmentHistory, async ({ params, platform }) => ({
  shipments: await readShipments(platform, sql`where shipments.uid = ${params.id.toLowerCase()}`),
}))
