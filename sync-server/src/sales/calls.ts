import type { CallImplementation } from '../platform/http/implement-call.ts'
import type { BooksChecker } from './books-check.ts'
import { handleEditSale, handleGetBalance, handleGetSalesHistory, handleListRecentSales } from './calls/history.ts'
import { handleCheckLedger, handleExportLedger, handleListPostings } from './calls/ledger.ts'
import { handleAdjustBalance, handleRecordCustomSale, handleRecordSale } from './calls/record.ts'
import { handleRefundSale } from './calls/refund.ts'

export const salesCalls = ({ books }: { books: BooksChecker }): readonly CallImplementation[] => [
  handleRecordSale,
  handleRecordCustomSale,
  handleRefundSale,
  handleAdjustBalance,
  handleGetBalance,
  handleGetSalesHistory,
  handleEditSale,
  handleListRecentSales,
  handleListPostings,
  handleExportLedger,
  handleCheckLedger(books),
]
