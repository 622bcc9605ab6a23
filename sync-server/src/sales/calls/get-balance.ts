import { dollarsFromCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { getBalance } from '@shop/shared/sales/history-calls.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { balancesTable } from '../tables.ts'

/** GET /sales/balance/{id}. */
export const getBalanceCall = implementCall(getBalance, async ({ params, platform }) => {
  const [row] = await selectRows(platform.db, balancesTable, sql`where id = ${params.id.toLowerCase()}`)
  return { balance: dollarsFromCents(row?.availableCents ?? ZERO_CENTS) }
})
