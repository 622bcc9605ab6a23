import { listMyTrades } from '@shop/shared/trades/calls/trades.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readTradesOf, restTrade } from '../rest-trades.ts'

/** GET /trades/my-trades. */
export const listMyTradesCall = implementCall(listMyTrades, async ({ actor, platform }) => ({
  trades: (await readTradesOf(platform.db, actor.uid)).map(restTrade),
}))
