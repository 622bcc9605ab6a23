import { listAllShipments } from '@shop/shared/shipments/calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readShipments } from '../rest-shipments.ts'

/** GET /shipments/admin/all. */
export const listAllShipmentsCall = implementCall(listAllShipments, async ({ platform }) => ({ shipments: await readShipments(platform) }))
