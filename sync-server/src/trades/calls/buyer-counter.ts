import { buyerCounter } from '@shop/shared/trades/calls/offers.ts'
import { buyerCounterCommand } from '@shop/shared/trades/commands/counter-offer.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerOffer } from '../answers.ts'

/** POST /trades/offers/{id}/buyer-counter. */
export const buyerCounterCall = implementCall(buyerCounter, (context) =>
  answerOffer(context, {
    by: 'buyer',
    command: buyerCounterCommand,
    message: 'Counter offer sent!',
    more: { priceCents: context.body.counterPrice },
  }),
)
