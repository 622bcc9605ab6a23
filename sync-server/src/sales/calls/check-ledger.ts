import { checkLedger } from '@shop/shared/sales/ledger-calls.ts'
import type { BooksCheck } from '@shop/shared/sales/schema.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkAndNote } from '../books-check.ts'

const underWay = new WeakMap<Platform['db'], Promise<BooksCheck>>()

/** POST /sales/ledger/check. Two who ask at once share one check: each reads the whole books. */
export const checkLedgerCall = implementCall(checkLedger, ({ platform, actor }) => {
  const running = underWay.get(platform.db)
  if (running) return running
  const check = checkAndNote(platform, actor).finally(() => underWay.delete(platform.db))
  underWay.set(platform.db, check)
  return check
})
