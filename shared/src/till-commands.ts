import { addConsignorItem, addMasterItem } from './inventory/commands/add-item.ts'
import { editItem } from './inventory/commands/edit-item.ts'
import type { AnyCommand } from './kernel/define-command.ts'
import { saveCart } from './pos/commands/save-cart.ts'
import { completePosSale } from './sales/commands/complete-pos-sale.ts'

/** The till's commands, which a device loads at the start. It loads all other commands when it first needs one. */
export const tillCommands: readonly AnyCommand[] = [saveCart, completePosSale, addMasterItem, addConsignorItem, editItem]
