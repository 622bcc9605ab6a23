import { listPendingPayouts, PAYOUT_LIST_LIMIT } from '@shop/shared/payouts/calls.ts'
import { cashAppLink } from '@shop/shared/payouts/rules/payment-links.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import { fieldList } from '../../platform/database/collection-table.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { restPayout } from '../rest-payouts.ts'
import { payoutsTable } from '../tables.ts'

/** GET /payouts/pending. */
export const listPendingPayoutsCall = implementCall(listPendingPayouts, async ({ platform }) => {
  const { rows } = await sql<Payout & { displayName: string | null }>`select ${fieldList(payoutsTable)},
    coalesce(nullif(users.display_name, ''), users.username, users.email) as "displayName"
    from payouts left join users on users.id = payouts.uid where payouts.status = 'pending'
    order by payouts.requested_at_ms, payouts.id limit ${PAYOUT_LIST_LIMIT}`.execute(platform.db)
  return {
    payouts: rows.map((payout) => ({
      ...restPayout(payout),
      consignorID: payout.uid,
      displayName: payout.displayName ?? '',
      cashAppLink: cashAppLink(payout),
      venmoUsername: payout.method === 'venmo' ? payout.handle : '',
    })),
  }
})
