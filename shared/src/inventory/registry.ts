import type { AnyCommand } from '../kernel/define-command.ts'
import { addConsignorItem, addMasterItem } from './commands/add-item.ts'
import { allocateItem } from './commands/allocate-item.ts'
import { addCategory, editCategory, removeCategory } from './commands/change-categories.ts'
import { copyItem } from './commands/copy-item.ts'
import { editItem, removeItem } from './commands/edit-item.ts'
import { importItems } from './commands/import-items.ts'
import { massInputItems } from './commands/mass-input-items.ts'
import { recordMasterSale } from './commands/record-master-sale.ts'
import { settleDiscrepancy } from './commands/settle-discrepancy.ts'

/** The commands of inventory that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [
  addMasterItem,
  addConsignorItem,
  editItem,
  removeItem,
  allocateItem,
  copyItem,
  massInputItems,
  recordMasterSale,
  settleDiscrepancy,
  addCategory,
  editCategory,
  removeCategory,
]

/** The commands of inventory that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [importItems]
