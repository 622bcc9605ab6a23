import * as z from 'zod/mini'
import { isOwner, touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { audit } from '../../settings/rules/audit.ts'
import { salesRefusals } from '../errors.ts'
import { post, reversed, sidesOfSale } from '../rules/ledger.ts'
import { type Goods, goodsSchema, returnSoldPieces, settleUndone } from '../rules/returned-pieces.ts'
import { asBooked, type Sale, sales } from '../schema.ts'

/** Undoes a recorded, custom or master sale once, as it was booked: corrects the stock, reverses the posting and settles discrepancies. Refuses
 *  SALE_NOT_FOUND (also for a sale at the till), ALREADY_VOIDED, SALE_CHANGED (another item or consignor). */
export const voidRecordedSale = defineCommand({
  name: 'sales.voidRecordedSale',
  args: z.object({
    saleId: idSchema,
    /** The sale's item, whose stock `touches` names; null for a custom sale. */
    itemId: z.nullable(idSchema),
    /** The consignor whom the sale paid, whose balance `touches` names; null for a sale of the shop's own goods. */
    consignorId: z.nullable(idSchema),
    reason: optionalText(500),
    goods: goodsSchema,
  }),
  roles: ['admin'],
  datedBy: 'till',
  refusals: ['SALE_NOT_FOUND', 'ALREADY_VOIDED', 'SALE_CHANGED'],
  touches: ({ saleId, itemId, consignorId }) => [
    byId(sales, saleId),
    ...(itemId === null ? [] : [byId(items, itemId), byField(discrepancies, 'itemId', itemId)]),
    ...(consignorId === null ? [] : touchesOfConsignor(consignorId)),
  ],
  run(tx, { saleId, itemId, consignorId, reason, goods }, ctx) {
    const sale = tx.get(sales, saleId)
    if (!sale || sale.kind === 'pos') throw refusal(salesRefusals, 'SALE_NOT_FOUND')
    if (sale.voidedAtMs !== null) throw refusal(salesRefusals, 'ALREADY_VOIDED')
    if (sale.itemId !== itemId || !isOwner(tx, sale.consignorId, consignorId)) throw refusal(salesRefusals, 'SALE_CHANGED')
    const booked = asBooked(sale)
    const concerns = itemId === null ? [] : tx.where(discrepancies, 'itemId', itemId).filter(({ lineId }) => lineId === saleId)
    returnSoldPieces(tx, ctx, { kind: 'void', saleId, posSaleId: null, soldAtMs: sale.soldAtMs, lines: [booked], concerns, goods })
    settleUndone(tx, ctx, { concerns, goods }, reason)
    // a master sale has no posting, because its price is unknown
    const kind = sale.kind === 'custom' ? 'custom_sale_void' : 'recorded_sale_void'
    post(tx, ctx, { kind, sourceId: saleId, sides: reversed(sidesOfSale(booked)) })
    tx.put(sales, { ...sale, voidedAtMs: ctx.nowMs })
    audit(tx, ctx, {
      action: 'sales.voidRecordedSale',
      subject: saleId,
      after: { reason, ...(itemId === null ? {} : { goods }), displayId: sale.displayId, salePriceCents: booked.salePriceCents },
    })
  },
})

/** Makes the arguments of `sales.voidRecordedSale`. */
export const voidRecordedArgs = ({ id, itemId, consignorId }: Sale, reason: string, goods: Goods) => ({
  saleId: id,
  itemId,
  consignorId,
  reason,
  goods,
})
