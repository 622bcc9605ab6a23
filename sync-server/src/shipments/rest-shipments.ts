import { refusal } from '@shop/shared/kernel/errors.ts'
import { type RestShipment, SHIPMENT_LIST_LIMIT } from '@shop/shared/shipments/calls.ts'
import { shipmentRefusals } from '@shop/shared/shipments/errors.ts'
import { statusOf } from '@shop/shared/shipments/rules/status.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { fieldList } from '../platform/database/collection-table.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { shipmentsTable } from './tables.ts'

type Listed = Shipment & { readonly username: string | null }

/** Shipments as REST bodies carry them, newest first. `condition`: such as sql`where shipments.uid = …`. */
export async function readShipments(platform: Platform, condition = sql``): Promise<RestShipment[]> {
  const { rows } = await sql<Listed>`select ${fieldList(shipmentsTable)},
    coalesce(users.username, nullif(users.display_name, ''), users.email) as "username"
    from shipments left join users on users.id = shipments.uid ${condition}
    order by shipments.submitted_at_ms desc, shipments.id desc limit ${SHIPMENT_LIST_LIMIT}`.execute(platform.db)
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

/** One shipment. Refuses SHIPMENT_NOT_FOUND, also when it is not this user's (`uid`). */
export async function readShipment(platform: Platform, id: string, uid?: string): Promise<RestShipment> {
  const [shipment] = await readShipments(platform, sql`where shipments.id = ${id.toLowerCase()}`)
  if (!shipment || (uid !== undefined && shipment.userId !== uid)) throw refusal(shipmentRefusals, 'SHIPMENT_NOT_FOUND')
  return shipment
}
