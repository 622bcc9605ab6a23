import type { AnyCall } from '../kernel/define-call.ts'
import {
  getPaymentInfoCall,
  getTotalPayoutsCall,
  listPayoutsCall,
  listPendingPayoutsCall,
  markPayoutPaidCall,
  removePayoutCall,
  requestPayoutCall,
} from './calls.ts'

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
