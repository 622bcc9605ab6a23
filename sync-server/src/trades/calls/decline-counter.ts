import { declineCounter } from '@shop/shared/trades/calls/offers.ts'
import { declineCounterCommand } from '@shop/shared/trades/commands/answer-offer.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerOffer } from '../answers.ts'

/** POST /trades/offers/{id}/decline-counter. */
export const declineCounterCall = implementCall(declineCounter, (context) =>
  answerOffer(context, { by: 'buyer', command: declineCounterCommand, message: 'Counter offer declined' }),
)
