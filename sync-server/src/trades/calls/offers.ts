import {
  acceptCounterCall,
  acceptOfferCall,
  counterAsBuyerCall,
  counterOfferCall,
  countPendingOffersCall,
  declineCounterCall,
  declineOfferCall,
  listCompletedOffersCall,
  listMyOffersCall,
} from '@shop/shared/trades/calls/offers.ts'
import { acceptCounter, acceptOffer, declineCounter, declineOffer } from '@shop/shared/trades/commands/answer-offer.ts'
import { counterAsBuyer, counterOffer } from '@shop/shared/trades/commands/counter-offer.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerOffer } from '../answers.ts'
import { readOffersOf, readTradesOf, restOffer, restTrade } from '../rest-trades.ts'

/** GET /trades/offers/my-offers. */
export const handleListMyOffers = implementCall(listMyOffersCall, async ({ actor, platform }) => ({
  sent: (await readTradesOf(platform.db, actor.uid)).map(restTrade),
  received: (await readOffersOf(platform.db, actor.uid)).map(restOffer),
}))

/** GET /trades/offers/completed. */
export const handleListCompletedOffers = implementCall(listCompletedOffersCall, async ({ actor, platform }) => ({
  offers: (await readOffersOf(platform.db, actor.uid, 'accepted')).map(restOffer),
}))

/** GET /trades/offers/pending-count. */
export const handleCountPendingOffers = implementCall(countPendingOffersCall, async ({ actor, platform }) => {
  return platform.db
    .selectFrom('offers')
    .innerJoin('trades', 'trades.id', 'offers.trade_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('offers.status', 'in', ['pending', 'countered'])
    .where('trades.expires_at_ms', '>', platform.nowMs())
    .where((eb) =>
      eb.or([
        eb.and([eb('offers.seller_uid', '=', actor.uid), eb('offers.last_countered_by', 'is distinct from', 'seller')]),
        eb.and([eb('trades.buyer_uid', '=', actor.uid), eb('offers.last_countered_by', '=', 'seller')]),
      ]),
    )
    .executeTakeFirstOrThrow()
})

/** POST /trades/offers/{id}/accept. */
export const handleAcceptOffer = implementCall(acceptOfferCall, (context) =>
  answerOffer(context, {
    by: 'seller',
    command: acceptOffer,
    message: 'Offer accepted successfully!',
    more: { priceCents: context.body.price ?? null },
  }),
)

/** POST /trades/offers/{id}/decline. */
export const handleDeclineOffer = implementCall(declineOfferCall, (context) =>
  answerOffer(context, { by: 'seller', command: declineOffer, message: 'Offer declined' }),
)

/** POST /trades/offers/{id}/counter. */
export const handleCounterOffer = implementCall(counterOfferCall, (context) =>
  answerOffer(context, {
    by: 'seller',
    command: counterOffer,
    message: 'Counter offer sent!',
    more: { priceCents: context.body.counterPrice },
  }),
)

/** POST /trades/offers/{id}/accept-counter. */
export const handleAcceptCounter = implementCall(acceptCounterCall, (context) =>
  answerOffer(context, {
    by: 'buyer',
    command: acceptCounter,
    message: 'Counter offer accepted!',
    more: { priceCents: context.body.price ?? null, shownTotalCents: context.body.totalCost },
  }),
)

/** POST /trades/offers/{id}/decline-counter. */
export const handleDeclineCounter = implementCall(declineCounterCall, (context) =>
  answerOffer(context, { by: 'buyer', command: declineCounter, message: 'Counter offer declined' }),
)

/** POST /trades/offers/{id}/buyer-counter. */
export const handleCounterAsBuyer = implementCall(counterAsBuyerCall, (context) =>
  answerOffer(context, {
    by: 'buyer',
    command: counterAsBuyer,
    message: 'Counter offer sent!',
    more: { priceCents: context.body.counterPrice },
  }),
)
