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
import { addLabelCall, downloadPostalLabelCall, removeLabelCall, takeLabelCall } from './label-calls.ts'

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
  addLabelCall,
  removeLabelCall,
  takeLabelCall,
  downloadPostalLabelCall,
]
