import { refusal } from '@shop/shared/kernel/errors.ts'
import { uploadShippingLabel } from '@shop/shared/trades/calls/trades.ts'
import { attachLabel } from '@shop/shared/trades/commands/ship-trade.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { whyNot } from '@shop/shared/trades/rules/machine.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Pictures } from '../../platform/kernel/pictures.ts'
import { demandOwnTrade, demandTrade, referenceOf } from '../references.ts'

/** POST /trades/{id}/shipping-label. The file is kept before the trade shows it; one that the trade did not come to show is removed again. */
export const uploadShippingLabelCall = (pictures: Pictures) =>
  implementCall(uploadShippingLabel, async ({ params, body, actor, platform, newId, argsDone }) => {
    const trade = await demandOwnTrade(platform.db, params.id, actor.uid)
    const code = whyNot('uploadLabel', trade, undefined, platform.nowMs())
    // refused before the file is looked at, unless this very request was done already
    if (code && (await argsDone(attachLabel))?.tradeId !== trade.id) throw refusal(tradeRefusals, code)
    const bytes = new Uint8Array(await body.labelFile.arrayBuffer())
    const label = await pictures.keepLabel({ bytes, uid: actor.uid, id: newId() })
    const { trackingNumber, carrier } = body
    try {
      await platform.runCommand(actor, attachLabel, { ...referenceOf(trade), trackingNumber, carrier, label })
    } catch (error) {
      await pictures.discardLabel(label.name)
      throw error
    }
    const now = await demandTrade(platform.db, trade.id)
    if (now.label?.name !== label.name) await pictures.discardLabel(label.name)
    return { message: 'Shipping label uploaded successfully!' }
  })
