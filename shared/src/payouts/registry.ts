import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import { askForPayout, deletePayout, getPaymentInfo, getTotalPayouts, listPayouts, listPendingPayouts, payPayout } from './calls.ts'
import { markPayoutPaid } from './commands/mark-payout-paid.ts'
import { removePayout } from './commands/remove-payout.ts'
import { requestPayout } from './commands/request-payout.ts'

/** The commands of payouts that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [requestPayout, markPayoutPaid, removePayout]

/** The calls of payouts. */
export const calls: readonly AnyCall[] = [
  askForPayout,
  getPaymentInfo,
  listPendingPayouts,
  payPayout,
  deletePayout,
  listPayouts,
  getTotalPayouts,
]
