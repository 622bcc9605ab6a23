import * as z from 'zod/mini'
import { isOwner, touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { inventoryRefusals } from '../../inventory/errors.ts'
import { moveStock, requireItem, requireStock } from '../../inventory/rules/stock.ts'
import { items } from '../../inventory/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { salesRefusals } from '../errors.ts'
import { post, sidesOfSale } from '../rules/ledger.ts'
import { salePriceSchema, shippingCostSchema, soldQuantitySchema } from '../rules/sale-form.ts'
import { recordedTotals } from '../rules/totals.ts'
import { FRESH_SALE, percentSchema, type Sale, sales } from '../schema.ts'

/** Records a sale made elsewhere, such as on a website. Refuses ITEM_NOT_FOUND (also for another owner's item), INSUFFICIENT_STOCK, SALE_EXISTS. */
export const recordSale = defineCommand({
  name: 'sales.record',
  args: z.object({
    saleId: idSchema,
    itemId: idSchema,
    /** The item's owner, whose balance `touches` names; null for a master item. */
    consignorId: z.nullable(idSchema),
    /** Total of the sale. */
    salePriceCents: salePriceSchema,
    shippingCostCents: shippingCostSchema,
    quantity: soldQuantitySchema,
    consignorPercentage: percentSchema,
  }),
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_NOT_FOUND', 'INSUFFICIENT_STOCK', 'SALE_EXISTS'],
  touches: ({ saleId, itemId, consignorId }) => [
    byId(items, itemId),
    byId(sales, saleId),
    ...(consignorId === null ? [] : touchesOfConsignor(consignorId)),
  ],
  run(tx, { saleId, itemId, consignorId: namedUid, salePriceCents, shippingCostCents, quantity, consignorPercentage }, ctx) {
    const item = requireItem(tx, itemId)
    const { consignorId } = item
    if (!isOwner(tx, consignorId, namedUid)) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
    if (tx.get(sales, saleId)) throw refusal(salesRefusals, 'SALE_EXISTS')
    requireStock(item, quantity)
    const percentage = consignorId === null ? 0 : consignorPercentage
    const sale: Sale = {
      id: saleId,
      kind: 'record',
      posSaleId: null,
      displayId: saleId.slice(0, 8),
      itemId,
      itemName: item.itemName,
      barcode1: item.barcode1,
      imageUrl: item.imageUrl,
      consignorId,
      soldQuantity: quantity,
      salePriceCents,
      shippingCostCents,
      taxCents: ZERO_CENTS,
      consignorPercentage: percentage,
      ...recordedTotals(salePriceCents, shippingCostCents, percentage),
      soldAtMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      ...FRESH_SALE,
    }
    moveStock(tx, ctx, item, { deltaCount: -quantity, kind: 'sale', sourceId: saleId, line: { saleId: null, lineId: saleId } })
    tx.put(sales, sale)
    post(tx, ctx, { kind: 'recorded_sale', sourceId: saleId, sides: sidesOfSale(sale) })
  },
})
