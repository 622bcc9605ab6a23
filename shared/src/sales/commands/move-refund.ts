import * as z from 'zod/mini'
import { touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { posSales } from '../../pos/schema.ts'
import { refunds } from '../refund-schema.ts'
import { unknownSaleIdOf } from '../rules/book-refund.ts'
import { moveRefund as applyMove } from '../rules/move-refund.ts'
import { saleReferenceSchema } from '../rules/sale-reference.ts'
import { sales } from '../schema.ts'

/** Moves a return, which arrived before its sale, to that sale, once. The server runs it when both are there. */
export const moveRefund = defineCommand({
  name: 'sales.moveRefund',
  channel: 'server',
  args: z.extend(saleReferenceSchema, { refundId: idSchema }),
  roles: ['system'],
  touches: ({ refundId, saleId, itemIds, consignorIds }) => [
    byId(refunds, refundId),
    byId(discrepancies, unknownSaleIdOf(refundId)),
    byId(posSales, saleId),
    byField(sales, 'posSaleId', saleId),
    byField(discrepancies, 'saleId', saleId),
    ...itemIds.map((id) => byId(items, id)),
    ...consignorIds.flatMap(touchesOfConsignor),
  ],
  run(tx, { refundId, ...reference }, ctx) {
    applyMove(tx, ctx, refundId, reference)
  },
})
