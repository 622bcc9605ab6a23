import type { AnyCommand } from '../kernel/define-command.ts'
import { removeEndedCarts } from './commands/remove-ended-carts.ts'
import { saveCart } from './commands/save-cart.ts'

/** The commands of pos that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [saveCart]

/** The commands of pos that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [removeEndedCarts]
