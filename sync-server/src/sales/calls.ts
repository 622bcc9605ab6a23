import type { CallImplementation } from '../platform/http/implement-call.ts'
import type { BooksChecker } from './books-check.ts'
import { changeSaleCall, getBalanceCall, getSalesHistoryCall, listRecentSalesCall } from './calls/history.ts'
import { checkLedgerCall, exportLedgerCall, listPostingsCall } from './calls/ledger.ts'
import { recordCustomSaleCall, recordSaleCall, setBalanceCall } from './calls/record.ts'

/** Every call of sales, with the code that answers it. */
export const salesCalls = ({ books }: { books: BooksChecker }): readonly CallImplementation[] => [
  recordSaleCall,
  recordCustomSaleCall,
  setBalanceCall,
  getBalanceCall,
  getSalesHistoryCall,
  changeSaleCall,
  listRecentSalesCall,
  listPostingsCall,
  exportLedgerCall,
  checkLedgerCall(books),
]
