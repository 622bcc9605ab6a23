import { listCompletedOffers } from '@shop/shared/trades/calls/offers.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOffersOf, restOffer } from '../rest-trades.ts'

/** GET /trades/offers/completed. */
export const listCompletedOffersCall = implementCall(listCompletedOffers, async ({ actor, platform }) => ({
  offers: (await readOffersOf(platform.db, actor.uid, sql`status = 'accepted'`)).map(restOffer),
}))
