import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { downloadShippingLabel } from '@shop/shared/trades/calls/trades.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Pictures } from '../../platform/kernel/pictures.ts'
import { demandTrade } from '../references.ts'

/** GET /trades/{id}/shipping-label. Goes out as a download that runs nothing: what a stranger uploaded is not shown within the shop. */
export const downloadShippingLabelCall = (pictures: Pictures) =>
  implementCall(downloadShippingLabel, async ({ params, actor, platform }) => {
    const { id, buyerUid, label } = await demandTrade(platform.db, params.id)
    if (actor.role !== 'admin' && buyerUid !== actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')
    const bytes = label && (await pictures.readLabel(label.name))
    if (!label || !bytes) throw refusal(tradeRefusals, 'LABEL_NOT_FOUND')
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: {
        'content-type': label.type,
        'content-length': String(bytes.length),
        'content-disposition': `attachment; filename="label-${id.slice(0, 8)}.${label.name.split('.').at(-1)}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    })
  })
