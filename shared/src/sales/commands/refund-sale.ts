import { touchesOfConsignor } from '../../accounts/rules/successor.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { touchesOfShift } from '../../pos/rules/shift-cash.ts'
import { posSales } from '../../pos/schema.ts'
import { refunds } from '../refund-schema.ts'
import { bookRefund, noteWithdrawnRefund, withdrawnIdOf } from '../rules/book-refund.ts'
import { refundArgsSchema } from '../rules/refund-args.ts'
import { suspendedIdOf } from '../rules/sold-pieces.ts'
import { sales } from '../schema.ts'

/** Records goods that came back to the till and the money given for them, whatever the books say (law *Facts*). What exceeds the sale is the shop's
 *  loss and opens a discrepancy; a former admin's return only opens a discrepancy. */
export const refundSale = defineCommand({
  name: 'sales.refund',
  version: 2,
  args: refundArgsSchema,
  // a till of version 1 knew of no shifts
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  isFact: true,
  touches: ({ refundId, saleId, shiftId, lines }) => [
    byId(refunds, refundId),
    ...touchesOfShift(shiftId),
    byId(discrepancies, withdrawnIdOf(refundId)),
    ...[saleId, suspendedIdOf(saleId)].flatMap((id) => [
      byId(posSales, id),
      byField(sales, 'posSaleId', id),
      byField(discrepancies, 'saleId', id),
    ]),
    ...lines.flatMap(({ itemId, consignorId }) => [
      ...(itemId === null ? [] : [byId(items, itemId)]),
      ...(consignorId === null ? [] : touchesOfConsignor(consignorId)),
    ]),
  ],
  run(tx, args, ctx) {
    if (tx.get(refunds, args.refundId)) return
    if (ctx.actor.role === 'user') noteWithdrawnRefund(tx, ctx, args)
    else bookRefund(tx, ctx, args)
  },
})
