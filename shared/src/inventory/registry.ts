import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import {
  addConsignorItem,
  addMasterItem,
  allocateItem,
  copyItem,
  deleteConsignorItem,
  deleteMasterItem,
  editConsignorItem,
  editMasterItem,
  massInputItems,
  recordMasterSale,
} from './calls/change-items.ts'
import { cancelImport, commitImport, stageImportChunk, startImport } from './calls/import-items.ts'
import { listItemsMissingImages, updateItemImage } from './calls/item-images.ts'
import { searchItems } from './calls/search-items.ts'
import { addConsignor, addMaster } from './commands/add-item.ts'
import { editItem, removeItem } from './commands/edit-item.ts'
import { allocate, copyToConsignor } from './commands/hand-over.ts'
import { importItems } from './commands/import-items.ts'
import { massInput } from './commands/mass-input.ts'
import { sellMaster } from './commands/sell-master.ts'
import { settleDiscrepancy } from './commands/settle-discrepancy.ts'

/** The commands of inventory that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [
  addMaster,
  addConsignor,
  editItem,
  removeItem,
  allocate,
  copyToConsignor,
  massInput,
  sellMaster,
  settleDiscrepancy,
]

/** The commands of inventory that the server alone runs. */
export const serverCommands: readonly AnyCommand[] = [importItems]

/** The calls of inventory. */
export const calls: readonly AnyCall[] = [
  searchItems,
  addMasterItem,
  editMasterItem,
  deleteMasterItem,
  addConsignorItem,
  editConsignorItem,
  deleteConsignorItem,
  allocateItem,
  copyItem,
  massInputItems,
  recordMasterSale,
  startImport,
  stageImportChunk,
  commitImport,
  cancelImport,
  listItemsMissingImages,
  updateItemImage,
]
