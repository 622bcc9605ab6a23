import type { AnyCall } from '../kernel/define-call.ts'
import { addCategoryCall, editCategoryCall, listCategoriesCall, removeCategoryCall } from './calls/categories.ts'
import {
  addConsignorItemCall,
  addMasterItemCall,
  allocateItemCall,
  copyItemCall,
  editConsignorItemCall,
  editMasterItemCall,
  massInputItemsCall,
  recordMasterSaleCall,
  removeConsignorItemCall,
  removeMasterItemCall,
} from './calls/change-items.ts'
import { cancelImportCall, commitImportCall, stageImportChunkCall, startImportCall } from './calls/import-items.ts'
import { editItemImageCall, listItemsMissingImagesCall } from './calls/item-images.ts'
import { searchItemsCall } from './calls/search-items.ts'

/** The calls of inventory. */
export const calls: readonly AnyCall[] = [
  searchItemsCall,
  addMasterItemCall,
  editMasterItemCall,
  removeMasterItemCall,
  addConsignorItemCall,
  editConsignorItemCall,
  removeConsignorItemCall,
  allocateItemCall,
  copyItemCall,
  massInputItemsCall,
  recordMasterSaleCall,
  startImportCall,
  stageImportChunkCall,
  commitImportCall,
  cancelImportCall,
  listItemsMissingImagesCall,
  editItemImageCall,
  listCategoriesCall,
  addCategoryCall,
  editCategoryCall,
  removeCategoryCall,
]
