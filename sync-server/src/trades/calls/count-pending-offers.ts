import { countPendingOffers } from '@shop/shared/trades/calls/offers.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** GET /trades/offers/pending-count. */
export const countPendingOffersCall = implementCall(countPendingOffers, async ({ actor, platform }) => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from offers join trades on trades.id = offers.trade_id
    where offers.status in ('pending', 'countered') and trades.expires_at_ms > ${platform.nowMs()}
      and ((offers.seller_uid = ${actor.uid} and offers.last_countered_by is distinct from 'seller')
        or (trades.buyer_uid = ${actor.uid} and offers.last_countered_by = 'seller'))`.execute(platform.db)
  return { count: rows[0]?.count ?? 0 }
})
