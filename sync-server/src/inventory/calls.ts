import type { CallImplementation } from '../platform/http/implement-call.ts'
import {
  addConsignorItemCall,
  addMasterItemCall,
  allocateItemCall,
  copyItemCall,
  deleteConsignorItemCall,
  deleteMasterItemCall,
  editConsignorItemCall,
  editMasterItemCall,
  massInputItemsCall,
  recordMasterSaleCall,
} from './calls/change-items.ts'
import { cancelImportCall, commitImportCall, stageImportChunkCall, startImportCall } from './calls/import-items.ts'
import { listItemsMissingImagesCall, updateItemImageCall } from './calls/item-images.ts'
import { searchItemsCall } from './calls/search-items.ts'

/** Every call of inventory, with the code that answers it. */
export const inventoryCalls: readonly CallImplementation[] = [
  searchItemsCall,
  addMasterItemCall,
  editMasterItemCall,
  deleteMasterItemCall,
  addConsignorItemCall,
  editConsignorItemCall,
  deleteConsignorItemCall,
  allocateItemCall,
  copyItemCall,
  massInputItemsCall,
  recordMasterSaleCall,
  startImportCall,
  stageImportChunkCall,
  commitImportCall,
  cancelImportCall,
  listItemsMissingImagesCall,
  updateItemImageCall,
]
