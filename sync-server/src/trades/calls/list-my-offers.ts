import { listMyOffers } from '@shop/shared/trades/calls/offers.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOffersOf, readTradesOf, restOffer, restTrade } from '../rest-trades.ts'

/** GET /trades/offers/my-offers. */
export const listMyOffersCall = implementCall(listMyOffers, async ({ actor, platform }) => ({
  sent: (await readTradesOf(platform.db, actor.uid)).map(restTrade),
  received: (await readOffersOf(platform.db, actor.uid)).map(restOffer),
}))
