import { cancelTradeCall } from '@shop/shared/trades/calls/trades.ts'
import { cancelTrade } from '@shop/shared/trades/commands/end-trade.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { demandOwnTrade, referenceOf } from '../references.ts'

/** POST /trades/{id}/cancel. */
export const cancelTradeHandler = implementCall(cancelTradeCall, async ({ params, body, actor, platform }) => {
  const trade = await demandOwnTrade(platform.db, params.id, actor.uid)
  await platform.runCommand(actor, cancelTrade, { ...referenceOf(trade), reason: body.reason })
  return { message: 'Trade cancelled successfully' }
})
