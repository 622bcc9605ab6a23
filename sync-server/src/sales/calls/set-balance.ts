import { toCents } from '@shop/shared/kernel/dollars.ts'
import { cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { setBalance } from '@shop/shared/sales/calls.ts'
import { adjustBalance } from '@shop/shared/sales/commands/adjust-balance.ts'
import { selectRows } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { balancesTable } from '../tables.ts'

/** PUT /sales/balance/{id}. */
export const setBalanceCall = implementCall(setBalance, async ({ params, body, actor, platform }) => {
  const { id, balance, seenBalance, reason } = body
  const seenCents = seenBalance === null || seenBalance === undefined ? null : toCents(seenBalance)
  await platform.runCommand(actor, adjustBalance, { uid: params.id, targetCents: toCents(balance), seenCents, reason }, { id })
  const [row] = await selectRows(platform.db, balancesTable, sql`where id = ${params.id.toLowerCase()}`)
  return { message: 'Balance updated successfully', balance: dollarsFromCents(row?.availableCents ?? cents(0)) }
})
