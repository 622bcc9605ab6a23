import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { getTradeShipping } from '@shop/shared/trades/calls/trades.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { demandTrade, readOffers } from '../references.ts'

/** GET /trades/{id}/shipping. */
export const getTradeShippingCall = implementCall(getTradeShipping, async ({ params, actor, platform }) => {
  const trade = await demandTrade(platform.db, params.id)
  const seesAddress = actor.role === 'admin' || trade.buyerUid === actor.uid
  if (!seesAddress) {
    const offers = await readOffers(platform.db, trade.id)
    if (!offers.some(({ sellerUid, status }) => sellerUid === actor.uid && status === 'accepted'))
      throw refusal(kernelRefusals, 'FORBIDDEN')
  }
  return {
    trackingNumber: trade.trackingNumber || null,
    carrier: trade.carrier || null,
    shippingAddress: seesAddress ? { ...trade.shippingAddress, zipCode: trade.shippingAddress.zip } : null,
  }
})
