import type { AnyCommand } from '../kernel/define-command.ts'
import { adjustBalance } from './commands/adjust-balance.ts'
import { completePosSale } from './commands/complete-pos-sale.ts'
import { editSale } from './commands/edit-sale.ts'
import { moveRefund } from './commands/move-refund.ts'
import { noteBooksCheck } from './commands/note-books-check.ts'
import { recordCustomSale } from './commands/record-custom-sale.ts'
import { recordSale } from './commands/record-sale.ts'
import { refundSale } from './commands/refund-sale.ts'
import { settleSuspendedSale } from './commands/settle-suspended-sale.ts'
import { voidPosSale } from './commands/void-pos-sale.ts'
import { voidRecordedSale } from './commands/void-recorded-sale.ts'

/** The commands of sales that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [
  recordSale,
  editSale,
  recordCustomSale,
  completePosSale,
  voidPosSale,
  refundSale,
  voidRecordedSale,
  settleSuspendedSale,
]

/** The commands of sales that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [adjustBalance, moveRefund, noteBooksCheck]
