import { addConsignorItem, addMasterItem } from './inventory/commands/add-item.ts'
import { editItem } from './inventory/commands/edit-item.ts'
import type { AnyCommand } from './kernel/define-command.ts'
import { saveCart } from './pos/commands/save-cart.ts'
import { completePosSale } from './sales/commands/complete-pos-sale.ts'

/** The commands the till runs, which a device loads at the start. It loads the office's commands later, before the first of them runs or when one
 *  waits in the outbox. */
export const tillCommands: readonly AnyCommand[] = [saveCart, completePosSale, addMasterItem, addConsignorItem, editItem]
