import type { AnyCommand } from '../kernel/define-command.ts'
import { markPayoutPaid } from './commands/mark-payout-paid.ts'
import { removePayout } from './commands/remove-payout.ts'
import { requestPayout } from './commands/request-payout.ts'
import { undoPayoutPaid } from './commands/undo-payout-paid.ts'

/** The commands of payouts that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [requestPayout, markPayoutPaid, undoPayoutPaid, removePayout]
