import type { AnyCall } from '../kernel/define-call.ts'
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
