import { acceptOffer } from '@shop/shared/trades/calls/offers.ts'
import { acceptOfferCommand } from '@shop/shared/trades/commands/answer-offer.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerOffer } from '../answers.ts'

/** POST /trades/offers/{id}/accept. */
export const acceptOfferCall = implementCall(acceptOffer, (context) =>
  answerOffer(context, {
    by: 'seller',
    command: acceptOfferCommand,
    message: 'Offer accepted successfully!',
    more: { priceCents: context.body.price ?? null },
  }),
)
