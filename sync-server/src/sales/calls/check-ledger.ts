import { checkLedger } from '@shop/shared/sales/ledger-calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { BooksChecker } from '../books-check.ts'

/** POST /sales/ledger/check. */
export const checkLedgerCall = (books: BooksChecker) =>
  implementCall(checkLedger, ({ actor, platform }) => books.check(actor, platform.runCommand))
