import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import {
  attachLabelCall,
  cancelTradeCall,
  downloadLabelCall,
  getTradeShippingCall,
  listMyTradesCall,
} from '@shop/shared/trades/calls/trades.ts'
import { cancelTrade } from '@shop/shared/trades/commands/end-trade.ts'
import { attachLabel } from '@shop/shared/trades/commands/ship-trade.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { whyNot } from '@shop/shared/trades/rules/machine.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { labelResponse } from '../../platform/http/label-response.ts'
import type { Pictures } from '../../platform/kernel/pictures.ts'
import { readOffers, referenceOf, requireOwnTrade, requireTrade } from '../references.ts'
import { readTradesOf, restTrade } from '../rest-trades.ts'

/** GET /trades/my-trades. */
export const handleListMyTrades = implementCall(listMyTradesCall, async ({ actor, platform }) => ({
  trades: (await readTradesOf(platform.db, actor.uid)).map(restTrade),
}))

/** POST /trades/{id}/cancel. */
export const handleCancelTrade = implementCall(cancelTradeCall, async ({ params, body, actor, platform }) => {
  const trade = await requireOwnTrade(platform.db, params.id, actor.uid)
  await platform.runCommand(actor, cancelTrade, { ...referenceOf(trade), reason: body.reason })
  return { message: 'Trade cancelled successfully' }
})

/** GET /trades/{id}/shipping. */
export const handleGetTradeShipping = implementCall(getTradeShippingCall, async ({ params, actor, platform }) => {
  const trade = await requireTrade(platform.db, params.id)
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

/** POST /trades/{id}/shipping-label. Stores the file before the trade shows it, and removes the file of a repeated upload that a later one replaced.
 *  After a failure the file stays for a day: a copy of this request may be about to use it. */
export const handleAttachLabel = (pictures: Pictures) =>
  implementCall(attachLabelCall, async ({ params, body, actor, platform, newId, argsDone }) => {
    const trade = await requireOwnTrade(platform.db, params.id, actor.uid)
    const code = whyNot('uploadLabel', trade, undefined, platform.nowMs())
    // refuses before the file is stored, but not if this request repeats one that succeeded
    if (code && (await argsDone(attachLabel))?.tradeId !== trade.id) throw refusal(tradeRefusals, code)
    const bytes = new Uint8Array(await body.labelFile.arrayBuffer())
    const label = await pictures.keepLabel({ bytes, id: newId() })
    const { trackingNumber, carrier } = body
    await platform.runCommand(actor, attachLabel, { ...referenceOf(trade), trackingNumber, carrier, label })
    const now = await requireTrade(platform.db, trade.id)
    if (now.label?.name !== label.name) await pictures.discardLabel(label.name)
    return { message: 'Shipping label uploaded successfully!' }
  })

/** GET /trades/{id}/shipping-label. */
export const handleDownloadLabel = (pictures: Pictures) =>
  implementCall(downloadLabelCall, async ({ params, actor, platform }) => {
    const { id, buyerUid, label } = await requireTrade(platform.db, params.id)
    if (actor.role !== 'admin' && buyerUid !== actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')
    const bytes = label && (await pictures.readLabel(label.name))
    if (!label || !bytes) throw refusal(tradeRefusals, 'LABEL_NOT_FOUND')
    return labelResponse(label, bytes, id)
  })
