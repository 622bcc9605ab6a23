import { counterOffer } from '@shop/shared/trades/calls/offers.ts'
import { counterCommand } from '@shop/shared/trades/commands/counter-offer.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerOffer } from '../answers.ts'

/** POST /trades/offers/{id}/counter. */
export const counterOfferCall = implementCall(counterOffer, (context) =>
  answerOffer(context, {
    by: 'seller',
    command: counterCommand,
    message: 'Counter offer sent!',
    more: { priceCents: context.body.counterPrice },
  }),
)
