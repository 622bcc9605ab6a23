import type { AnyCommand } from '../kernel/define-command.ts'
import { closeShift } from './commands/close-shift.ts'
import { moveCash } from './commands/move-cash.ts'
import { openShift } from './commands/open-shift.ts'
import { removeEndedCarts } from './commands/remove-ended-carts.ts'
import { saveCart } from './commands/save-cart.ts'

/** The commands of pos that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [saveCart, openShift, moveCash, closeShift]

/** The commands of pos that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [removeEndedCarts]
