import { acceptCounter } from '@shop/shared/trades/calls/offers.ts'
import { acceptCounterCommand } from '@shop/shared/trades/commands/answer-offer.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerOffer } from '../answers.ts'

/** POST /trades/offers/{id}/accept-counter. */
export const acceptCounterCall = implementCall(acceptCounter, (context) =>
  answerOffer(context, {
    by: 'buyer',
    command: acceptCounterCommand,
    message: 'Counter offer accepted!',
    more: { priceCents: context.body.price ?? null, shownTotalCents: context.body.totalCost },
  }),
)
