import { declineOffer } from '@shop/shared/trades/calls/offers.ts'
import { declineOfferCommand } from '@shop/shared/trades/commands/answer-offer.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerOffer } from '../answers.ts'

/** POST /trades/offers/{id}/decline. */
export const declineOfferCall = implementCall(declineOffer, (context) =>
  answerOffer(context, { by: 'seller', command: declineOfferCommand, message: 'Offer declined' }),
)
