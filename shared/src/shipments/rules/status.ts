import type { Shipment } from '../schema.ts'

/** States of a shipment: pending, then processed, then delivered. */
export type ShipmentStatus = 'pending' | 'processed' | 'delivered'

/** State to show: delivered wins over processed. */
export function statusOf(shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): ShipmentStatus {
  if (shipment.isDelivered) return 'delivered'
  return shipment.isProcessed ? 'processed' : 'pending'
}

/** True while neither flag is set: only then may its consignor edit and delete it. */
export const isPending = (shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): boolean => statusOf(shipment) === 'pending'

/** True when nothing is left to do. The admin's list hides such shipments unless 'show all' is ticked. */
export const isFinished = (shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): boolean => shipment.isDelivered && shipment.isProcessed

/** Name of a consignor's shipments for people: the last 8 characters of the uid, in upper case. */
export const shownShipmentId = (uid: string): string => uid.slice(-8).toUpperCase()

/** Code on a box's packing slip: the last 12 characters of the shipment's id, in upper case. A scan of it finds the shipment. */
export const boxCode = (shipmentId: string): string => shipmentId.slice(-12).toUpperCase()

/** A box weighs less than this, in pounds. */
export const MAX_BOX_POUNDS = 70
