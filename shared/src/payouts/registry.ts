import type { AnyCall } from '../kernel/define-call.ts'
import type { AnyCommand } from '../kernel/define-command.ts'
import {
  getPaymentInfoCall,
  getTotalPayoutsCall,
  listPayoutsCall,
  listPendingPayoutsCall,
  markPayoutPaidCall,
  removePayoutCall,
  requestPayoutCall,
} from './calls.ts'
import { markPayoutPaid } from './commands/mark-payout-paid.ts'
import { removePayout } from './commands/remove-payout.ts'
import { requestPayout } from './commands/request-payout.ts'

/** The commands of payouts that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [requestPayout, markPayoutPaid, removePayout]

/** The calls of payouts. */
export const calls: readonly AnyCall[] = [
  requestPayoutCall,
  getPaymentInfoCall,
  listPendingPayoutsCall,
  markPayoutPaidCall,
  removePayoutCall,
  listPayoutsCall,
  getTotalPayoutsCall,
]
