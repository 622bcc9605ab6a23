import * as z from 'zod/mini'
import { touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { requireConsignor } from '../../inventory/rules/consignor.ts'
import { ITEM_LIMITS } from '../../inventory/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { requiredText } from '../../kernel/text.ts'
import { salesRefusals } from '../errors.ts'
import { post, sidesOfSale } from '../rules/ledger.ts'
import { salePriceSchema } from '../rules/sale-form.ts'
import { FRESH_SALE, type Sale, sales } from '../schema.ts'

/** Error message for a custom sale with an empty field. */
export const CUSTOM_SALE_INCOMPLETE = 'Please fill in all fields'

/** Records a sale of something that was never in the inventory; the consignor gets the whole amount. Refuses CONSIGNOR_NOT_FOUND (also for a closed
 *  account), SALE_EXISTS. */
export const recordCustomSale = defineCommand({
  name: 'sales.custom',
  args: z.object({
    saleId: idSchema,
    consignorId: idSchema,
    itemName: requiredText(ITEM_LIMITS.itemName, CUSTOM_SALE_INCOMPLETE),
    amountCents: salePriceSchema,
  }),
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['CONSIGNOR_NOT_FOUND', 'SALE_EXISTS'],
  touches: ({ saleId, consignorId }) => [byId(sales, saleId), ...touchesOfConsignor(consignorId)],
  run(tx, { saleId, consignorId: namedUid, itemName, amountCents }, ctx) {
    const consignor = requireConsignor(tx, namedUid)
    if (tx.get(sales, saleId)) throw refusal(salesRefusals, 'SALE_EXISTS')
    const sale: Sale = {
      id: saleId,
      kind: 'custom',
      posSaleId: null,
      displayId: saleId.slice(0, 8),
      itemId: null,
      itemName,
      barcode1: '',
      imageUrl: '',
      consignorId: consignor.id,
      soldQuantity: 1,
      salePriceCents: amountCents,
      shippingCostCents: ZERO_CENTS,
      taxCents: ZERO_CENTS,
      consignorPercentage: 100,
      payoutCents: amountCents,
      shopCents: ZERO_CENTS,
      soldAtMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      ...FRESH_SALE,
    }
    tx.put(sales, sale)
    post(tx, ctx, { kind: 'custom_sale', sourceId: saleId, sides: sidesOfSale(sale) })
  },
})
