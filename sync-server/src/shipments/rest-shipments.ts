import { refusal } from '@shop/shared/kernel/errors.ts'
import { type RestShipment, SHIPMENT_LIST_LIMIT } from '@shop/shared/shipments/calls.ts'
import { shipmentRefusals } from '@shop/shared/shipments/errors.ts'
import { statusOf } from '@shop/shared/shipments/rules/status.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import { textOrNull } from '../platform/database/expressions.ts'
import type { Platform } from '../platform/platform.ts'
import { shipmentsTable } from './tables.ts'

/** A filter by user or id. An empty filter selects all shipments. */
type ShipmentFilter = { readonly uid?: string; readonly id?: string }

/** Reads shipments as REST bodies, newest first. */
export async function readShipments({ db }: Platform, { uid, id }: ShipmentFilter = {}): Promise<RestShipment[]> {
  let shipments = db
    .selectFrom('shipments')
    .leftJoin('users', 'users.id', 'shipments.uid')
    .select(namedColumns(shipmentsTable))
    .select((eb) => eb.fn.coalesce('users.username', textOrNull(eb.ref('users.display_name')), 'users.email').as('username'))
  if (uid !== undefined) shipments = shipments.where('shipments.uid', '=', uid)
  if (id !== undefined) shipments = shipments.where('shipments.id', '=', id)
  const newest = shipments.orderBy('shipments.submitted_at_ms', 'desc').orderBy('shipments.id', 'desc')
  const rows = await newest.limit(SHIPMENT_LIST_LIMIT).execute()
  return rows.map((shipment) => ({
    id: shipment.id,
    userId: shipment.uid,
    username: shipment.username ?? '',
    carrier: shipment.carrier,
    trackingNumber: shipment.trackingNumber,
    delivered: shipment.isDelivered ? 'yes' : 'no',
    processed: shipment.isProcessed ? 'yes' : 'no',
    status: statusOf(shipment),
    timestamp: new Date(shipment.submittedAtMs).toISOString(),
    shippedDate: new Date(shipment.submittedAtMs).toISOString(),
  }))
}

/** Reads one shipment. Refuses SHIPMENT_NOT_FOUND, also when the shipment belongs to another user than `uid`. */
export async function readShipment(platform: Platform, id: string, uid?: string): Promise<RestShipment> {
  const [shipment] = await readShipments(platform, { id: id.toLowerCase() })
  if (!shipment || (uid !== undefined && shipment.userId !== uid)) throw refusal(shipmentRefusals, 'SHIPMENT_NOT_FOUND')
  return shipment
}
