import { cents, dollarsFromCents } from '@shop/shared/kernel/money.ts'
import { getTotalPayouts } from '@shop/shared/payouts/calls.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** GET /sales/total-payouts/{id}. */
export const getTotalPayoutsCall = implementCall(getTotalPayouts, async ({ params, platform }) => {
  const { rows } = await sql<{ paidCents: number }>`select coalesce(sum(amount_cents), 0)::bigint as "paidCents" from payouts
    where uid = ${params.id.toLowerCase()} and status = 'paid'`.execute(platform.db)
  return { totalPayouts: dollarsFromCents(cents(rows[0]?.paidCents ?? 0)) }
})
