import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import {
  editShipmentCall,
  listAllShipmentsCall,
  listShipmentHistoryCall,
  listShipmentsCall,
  removeAnyShipmentCall,
  removeShipmentCall,
  setShipmentStatusCall,
  submitShipmentCall,
} from './calls.ts'
import { editShipment } from './commands/edit-shipment.ts'
import { removeShipment } from './commands/remove-shipment.ts'
import { setShipmentStatus } from './commands/set-shipment-status.ts'
import { submitShipment } from './commands/submit-shipment.ts'

/** The commands of shipments that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [submitShipment, editShipment, removeShipment, setShipmentStatus]

/** The calls of shipments. */
export const calls: readonly AnyCall[] = [
  submitShipmentCall,
  listShipmentsCall,
  listShipmentHistoryCall,
  listAllShipmentsCall,
  setShipmentStatusCall,
  removeAnyShipmentCall,
  editShipmentCall,
  removeShipmentCall,
]
