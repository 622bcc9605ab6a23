import type { AnyCall } from '../kernel/define-call.ts'
import { adjustBalanceCall, recordCustomSaleCall, recordSaleCall } from './calls.ts'
import { editSaleCall, getBalanceCall, getSalesHistoryCall, listRecentSalesCall } from './history-calls.ts'
import { checkLedgerCall, exportLedgerCall, listPostingsCall } from './ledger-calls.ts'
import { refundSaleCall } from './refund-calls.ts'

/** The calls of sales. */
export const calls: readonly AnyCall[] = [
  recordSaleCall,
  recordCustomSaleCall,
  refundSaleCall,
  adjustBalanceCall,
  getBalanceCall,
  getSalesHistoryCall,
  editSaleCall,
  listRecentSalesCall,
  listPostingsCall,
  exportLedgerCall,
  checkLedgerCall,
]
