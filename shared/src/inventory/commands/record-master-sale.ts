import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { ZERO_CENTS } from '../../kernel/money.ts'
import { salesRefusals } from '../../sales/errors.ts'
import { soldQuantitySchema } from '../../sales/rules/sale-form.ts'
import { FRESH_SALE, sales } from '../../sales/schema.ts'
import { inventoryRefusals } from '../errors.ts'
import { moveStock, requireItem, requireStock } from '../rules/stock.ts'
import { items } from '../schema.ts'

/** Records that pieces of a master item were sold elsewhere, without a posting, because the price is unknown. Refuses ITEM_NOT_FOUND (also for an
 *  item that is no master item), INSUFFICIENT_STOCK, SALE_EXISTS. */
export const recordMasterSale = defineCommand({
  name: 'inventory.sellMaster',
  args: z.object({ saleId: idSchema, itemId: idSchema, quantity: soldQuantitySchema }),
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['ITEM_NOT_FOUND', 'INSUFFICIENT_STOCK', 'SALE_EXISTS'],
  touches: ({ saleId, itemId }) => [byId(items, itemId), byId(sales, saleId)],
  run(tx, { saleId, itemId, quantity }, ctx) {
    const item = requireItem(tx, itemId)
    if (item.consignorId !== null) throw refusal(inventoryRefusals, 'ITEM_NOT_FOUND')
    if (tx.get(sales, saleId)) throw refusal(salesRefusals, 'SALE_EXISTS')
    requireStock(item, quantity)
    moveStock(tx, ctx, item, { deltaCount: -quantity, kind: 'sale', sourceId: saleId, line: { saleId: null, lineId: saleId } })
    tx.put(sales, {
      id: saleId,
      kind: 'master',
      posSaleId: null,
      displayId: saleId.slice(0, 8),
      itemId,
      itemName: item.itemName,
      barcode1: item.barcode1,
      imageUrl: item.imageUrl,
      consignorId: null,
      soldQuantity: quantity,
      salePriceCents: ZERO_CENTS,
      shippingCostCents: ZERO_CENTS,
      taxCents: ZERO_CENTS,
      consignorPercentage: 0,
      payoutCents: ZERO_CENTS,
      shopCents: ZERO_CENTS,
      soldAtMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      ...FRESH_SALE,
    })
  },
})
