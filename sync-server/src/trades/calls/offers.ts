import {
  acceptCounter,
  acceptOffer,
  buyerCounter,
  counterOffer,
  countPendingOffers,
  declineCounter,
  declineOffer,
  listCompletedOffers,
  listMyOffers,
} from '@shop/shared/trades/calls/offers.ts'
import {
  acceptCounterCommand,
  acceptOfferCommand,
  declineCounterCommand,
  declineOfferCommand,
} from '@shop/shared/trades/commands/answer-offer.ts'
import { buyerCounterCommand, counterCommand } from '@shop/shared/trades/commands/counter-offer.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerOffer } from '../answers.ts'
import { readOffersOf, readTradesOf, restOffer, restTrade } from '../rest-trades.ts'

/** GET /trades/offers/my-offers. */
export const listMyOffersCall = implementCall(listMyOffers, async ({ actor, platform }) => ({
  sent: (await readTradesOf(platform.db, actor.uid)).map(restTrade),
  received: (await readOffersOf(platform.db, actor.uid)).map(restOffer),
}))

/** GET /trades/offers/completed. */
export const listCompletedOffersCall = implementCall(listCompletedOffers, async ({ actor, platform }) => ({
  offers: (await readOffersOf(platform.db, actor.uid, sql`status = 'accepted'`)).map(restOffer),
}))

/** GET /trades/offers/pending-count. */
export const countPendingOffersCall = implementCall(countPendingOffers, async ({ actor, platform }) => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from offers join trades on trades.id = offers.trade_id
    where offers.status in ('pending', 'countered') and trades.expires_at_ms > ${platform.nowMs()}
      and ((offers.seller_uid = ${actor.uid} and offers.last_countered_by is distinct from 'seller')
        or (trades.buyer_uid = ${actor.uid} and offers.last_countered_by = 'seller'))`.execute(platform.db)
  return { count: rows[0]?.count ?? 0 }
})

/** POST /trades/offers/{id}/accept. */
export const acceptOfferCall = implementCall(acceptOffer, (context) =>
  answerOffer(context, {
    by: 'seller',
    command: acceptOfferCommand,
    message: 'Offer accepted successfully!',
    more: { priceCents: context.body.price ?? null },
  }),
)

/** POST /trades/offers/{id}/decline. */
export const declineOfferCall = implementCall(declineOffer, (context) =>
  answerOffer(context, { by: 'seller', command: declineOfferCommand, message: 'Offer declined' }),
)

/** POST /trades/offers/{id}/counter. */
export const counterOfferCall = implementCall(counterOffer, (context) =>
  answerOffer(context, {
    by: 'seller',
    command: counterCommand,
    message: 'Counter offer sent!',
    more: { priceCents: context.body.counterPrice },
  }),
)

/** POST /trades/offers/{id}/accept-counter. */
export const acceptCounterCall = implementCall(acceptCounter, (context) =>
  answerOffer(context, {
    by: 'buyer',
    command: acceptCounterCommand,
    message: 'Counter offer accepted!',
    more: { priceCents: context.body.price ?? null, shownTotalCents: context.body.totalCost },
  }),
)

/** POST /trades/offers/{id}/decline-counter. */
export const declineCounterCall = implementCall(declineCounter, (context) =>
  answerOffer(context, { by: 'buyer', command: declineCounterCommand, message: 'Counter offer declined' }),
)

/** POST /trades/offers/{id}/buyer-counter. */
export const buyerCounterCall = implementCall(buyerCounter, (context) =>
  answerOffer(context, {
    by: 'buyer',
    command: buyerCounterCommand,
    message: 'Counter offer sent!',
    more: { priceCents: context.body.counterPrice },
  }),
)
