import { Refusal } from '@shop/shared/kernel/errors.ts'
import { deleteTrade } from '@shop/shared/trades/calls/fulfillment.ts'
import { removeTrade } from '@shop/shared/trades/commands/remove-trade.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { orderReferenceOf } from '../references.ts'

/** DELETE /trades/admin/{id}/cancel. Of a trade that is gone only what this very request deleted it with says how it was called. */
export const deleteTradeCall = implementCall(deleteTrade, async ({ params, actor, platform, argsDone }) => {
  const argsOf = async () => {
    try {
      const { reference, itemIds } = await orderReferenceOf(platform.db, params.id)
      return { ...reference, itemIds }
    } catch (error) {
      const done = error instanceof Refusal ? await argsDone(removeTrade) : undefined
      if (done?.tradeId !== params.id.toLowerCase()) throw error
      return done
    }
  }
  await platform.runCommand(actor, removeTrade, await argsOf())
  return { message: 'Trade deleted successfully. Refunds and inventory restored.' }
})
