import * as z from 'zod/mini'
import { defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { touchesOfShift } from '../../pos/rules/shift-cash.ts'
import { goodsSchema, withGoodsBack } from '../rules/returned-pieces.ts'
import { saleReferenceSchema } from '../rules/sale-reference.ts'
import { noteWithdrawnVoid, touchesOfVoid, voidSale } from '../rules/void-sale.ts'

/** Voids a whole POS sale once; a former admin's void only opens a discrepancy for an admin (law *Facts*). `shiftId`: the shift whose drawer gives
 *  the cash back. Refuses SALE_NOT_FOUND, ALREADY_VOIDED, SALE_CHANGED. */
export const voidPosSale = defineCommand({
  name: 'sales.voidPosSale',
  version: 3,
  args: z.extend(saleReferenceSchema, { reason: optionalText(500), goods: goodsSchema, shiftId: z.nullish(idSchema) }),
  upgrades: { 1: withGoodsBack, 2: (args) => args },
  roles: ['admin'],
  isFact: true,
  refusals: ['SALE_NOT_FOUND', 'ALREADY_VOIDED', 'SALE_CHANGED'],
  touches: ({ shiftId, ...reference }) => [...touchesOfVoid(reference), ...touchesOfShift(shiftId)],
  run(tx, { reason, goods, shiftId, ...reference }, ctx) {
    if (ctx.actor.role === 'user') noteWithdrawnVoid(tx, ctx, reference, reason)
    else voidSale(tx, ctx, reference, { reason, goods, shiftId })
  },
})
