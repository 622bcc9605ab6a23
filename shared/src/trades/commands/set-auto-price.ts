import * as z from 'zod/mini'
import { users } from '../../accounts/schema.ts'
import { sameBarcode } from '../../inventory/rules/barcodes.ts'
import { items } from '../../inventory/schema.ts'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { positiveCentsSchema } from '../../kernel/money.ts'
import { tradeRefusals } from '../errors.ts'
import { MAX_AUTO_PRICES } from '../rules/limits.ts'
import { autoPrices } from '../schema.ts'

/** Sets the prices at which a seller's offers for a barcode, in any of its spellings, are accepted or declined automatically; null for never.
 *  Refuses INVALID, TOO_MANY_AUTO_PRICES, and FORBIDDEN for another person's item. */
export const setAutoPrice = defineCommand({
  name: 'trades.setAutoPrice',
  args: z.object({
    uid: idSchema,
    itemId: idSchema,
    acceptAtCents: z.nullable(positiveCentsSchema),
    declineBelowCents: z.nullable(positiveCentsSchema),
  }),
  roles: ['user', 'admin'],
  channel: 'server',
  refusals: ['FORBIDDEN', 'INVALID', 'TOO_MANY_AUTO_PRICES'],
  // locks the seller's row too, so that two commands that each create a first rule run one after the other
  touches: ({ uid, itemId }) => [byId(users, uid), byId(items, itemId, false), byField(autoPrices, 'uid', uid)],
  run(tx, { uid, itemId, acceptAtCents, declineBelowCents }, ctx) {
    const item = tx.get(items, itemId)
    if (ctx.actor.uid !== uid || item?.consignorId !== uid) throw refusal(kernelRefusals, 'FORBIDDEN')
    if (acceptAtCents !== null && declineBelowCents !== null && declineBelowCents > acceptAtCents) {
      const message = 'The price you decline below must not be higher than the price you accept at'
      throw refusal(kernelRefusals, 'INVALID', { message, fields: { declineBelow: message } })
    }
    const own = tx.where(autoPrices, 'uid', uid)
    const [known, ...others] = own.filter(({ barcode1 }) => sameBarcode(barcode1, item.barcode1))
    for (const { id } of others) tx.remove(autoPrices, id)
    if (acceptAtCents === null && declineBelowCents === null) {
      if (known) tx.remove(autoPrices, known.id)
      return
    }
    if (!known && own.length >= MAX_AUTO_PRICES) throw refusal(tradeRefusals, 'TOO_MANY_AUTO_PRICES')
    tx.put(autoPrices, { id: known?.id ?? ctx.newId(), uid, barcode1: item.barcode1, acceptAtCents, declineBelowCents })
  },
})
