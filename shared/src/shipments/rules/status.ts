import type { Shipment } from '../schema.ts'

/** Names of a shipment's states (spec §4): pending, then processed, then delivered. */
export type ShipmentStatus = 'pending' | 'processed' | 'delivered'

/** The state shown: delivered first (spec §4). */
export function statusOf(shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): ShipmentStatus {
  if (shipment.isDelivered) return 'delivered'
  return shipment.isProcessed ? 'processed' : 'pending'
}

/** May its consignor still edit and delete it? Only while neither flag is set (spec §4). */
export const isPending = (shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): boolean => statusOf(shipment) === 'pending'

/** Is nothing left to do with it? Such shipments are hidden from the admin's list unless 'show all' is ticked (spec §2). */
export const isFinished = (shipment: Pick<Shipment, 'isDelivered' | 'isProcessed'>): boolean => shipment.isDelivered && shipment.isProcessed

/** What people call a shipment of this consignor: the last 8 characters of the uid, upper-cased (spec §9). */
export const shownShipmentId = (uid: string): string => uid.slice(-8).toUpperCase()

/** The code on a box's packing slip: the last 12 characters of the shipment's id, upper-cased. Finds the shipment when it is scanned. */
export const boxCode = (shipmentId: string): string => shipmentId.slice(-12).toUpperCase()

/** Most a box may weigh, in pounds: under this (spec §9). */
export const MAX_BOX_POUNDS = 70
