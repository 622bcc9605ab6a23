import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { optionalText } from '../../kernel/text.ts'
import { goodsSchema, withGoodsBack } from '../rules/returned-pieces.ts'
import { saleReferenceSchema } from '../rules/sale-reference.ts'
import { noteWithdrawnVoid, touchesOfVoid, voidSale } from '../rules/void-sale.ts'

/** Voids a whole POS sale once; a former admin's void only opens a discrepancy for an admin (law *Facts*). Refuses SALE_NOT_FOUND, ALREADY_VOIDED,
 *  SALE_CHANGED. */
export const voidPosSale = defineCommand({
  name: 'sales.voidPosSale',
  version: 2,
  args: z.extend(saleReferenceSchema, { reason: optionalText(500), goods: goodsSchema }),
  upgrades: { 1: withGoodsBack },
  roles: ['admin'],
  isFact: true,
  refusals: ['SALE_NOT_FOUND', 'ALREADY_VOIDED', 'SALE_CHANGED'],
  touches: touchesOfVoid,
  run(tx, { reason, goods, ...reference }, ctx) {
    if (ctx.actor.role === 'user') noteWithdrawnVoid(tx, ctx, reference, reason)
    else voidSale(tx, ctx, reference, { reason, goods })
  },
})
