import type { Shipment } from '../schema.ts'

/** States of a shipment. */
export type ShipmentStatus = 'pending' | 'processed' | 'delivered'

/** Returns the state of a shipment. A shipment that is both delivered and processed counts as delivered. */
export function statusOf(shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): ShipmentStatus {
  if (shipment.isDelivered) return 'delivered'
  return shipment.isProcessed ? 'processed' : 'pending'
}

/** True while neither flag is set. Only then may the consignor edit and delete the shipment. */
export const isPending = (shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): boolean => statusOf(shipment) === 'pending'

/** True when both flags are set. The admins' list hides finished shipments by default. */
export const isFinished = (shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): boolean => shipment.isDelivered && shipment.isProcessed

/** Id that people see on all shipments of a consignor: the last 8 characters of the uid, in upper case. */
export const shownShipmentId = (uid: string): string => uid.slice(-8).toUpperCase()

/** Code on a box's packing slip, by which a scan finds the shipment: the last 12 characters of the shipment's id, in upper case. */
export const boxCode = (shipmentId: string): string => shipmentId.slice(-12).toUpperCase()

/** Weight in pounds that a box must stay below. */
export const MAX_BOX_POUNDS = 70
