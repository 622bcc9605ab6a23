import type { CallImplementation } from '../platform/http/implement-call.ts'
import { handleAddCategory, handleEditCategory, handleListCategories, handleRemoveCategory } from './calls/categories.ts'
import {
  handleAddConsignorItem,
  handleAddMasterItem,
  handleAllocateItem,
  handleCopyItem,
  handleEditConsignorItem,
  handleEditMasterItem,
  handleMassInputItems,
  handleRecordMasterSale,
  handleRemoveConsignorItem,
  handleRemoveMasterItem,
} from './calls/change-items.ts'
import { handleCancelImport, handleCommitImport, handleStageImportChunk, handleStartImport } from './calls/import-items.ts'
import { handleEditItemImage, handleListItemsMissingImages } from './calls/item-images.ts'
import { handleSearchItems } from './calls/search-items.ts'

export const inventoryCalls: readonly CallImplementation[] = [
  handleSearchItems,
  handleAddMasterItem,
  handleEditMasterItem,
  handleRemoveMasterItem,
  handleAddConsignorItem,
  handleEditConsignorItem,
  handleRemoveConsignorItem,
  handleAllocateItem,
  handleCopyItem,
  handleMassInputItems,
  handleRecordMasterSale,
  handleStartImport,
  handleStageImportChunk,
  handleCommitImport,
  handleCancelImport,
  handleListItemsMissingImages,
  handleEditItemImage,
  handleListCategories,
  handleAddCategory,
  handleEditCategory,
  handleRemoveCategory,
]
