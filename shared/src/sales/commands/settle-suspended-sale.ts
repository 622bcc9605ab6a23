import * as z from 'zod/mini'
import { discrepancyRefusals } from '../../inventory/discrepancy-errors.ts'
import { discrepancies, items } from '../../inventory/schema.ts'
import { byField, byId, byReference, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { optionalText } from '../../kernel/text.ts'
import { type SuspendedSale, suspendedSales } from '../../pos/schema.ts'
import { shifts } from '../../pos/shift-schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { salesRefusals } from '../errors.ts'
import { touchesOfBooking } from '../rules/book-pos-sale.ts'
import { type Goods, goodsSchema } from '../rules/returned-pieces.ts'
import { saleReferenceOf, saleReferenceSchema } from '../rules/sale-reference.ts'
import { acceptSuspendedSale, asDecided, rejectSuspendedSale } from '../rules/suspense.ts'
import { requireAllNamed } from '../rules/void-sale.ts'

/** Settles a suspended sale once: `accept` books the sale at its own time, `reject` corrects the stock of its items. Refuses SALE_NOT_FOUND,
 *  ALREADY_SETTLED, SALE_CHANGED. */
export const settleSuspendedSale = defineCommand({
  name: 'sales.settleSuspendedSale',
  args: z.extend(saleReferenceSchema, {
    cartId: idSchema,
    decision: z.enum(['accept', 'reject']),
    /** Place of the pieces of a rejected sale. */
    goods: goodsSchema,
    note: optionalText(500),
  }),
  roles: ['admin'],
  // the pieces of a rejected sale come back by the device's clock, which also dates counts; the decision has the server's time
  datedBy: 'till',
  refusals: ['SALE_NOT_FOUND', 'ALREADY_SETTLED', 'SALE_CHANGED'],
  touches: (reference) => [
    byId(suspendedSales, reference.saleId),
    ...touchesOfBooking(reference),
    byReference(shifts, { of: suspendedSales, id: reference.saleId, field: 'shiftId' }),
    byField(discrepancies, 'saleId', reference.saleId),
    ...reference.itemIds.map((id) => byId(items, id)),
  ],
  run(tx, { decision, goods, note, ...reference }, ctx) {
    const sale = tx.get(suspendedSales, reference.saleId)
    if (!sale) throw refusal(salesRefusals, 'SALE_NOT_FOUND')
    if (sale.settledAtMs !== null) throw refusal(discrepancyRefusals, 'ALREADY_SETTLED')
    // a migration leaves the sale as it is, and the consignor whom its lines name is paid
    requireAllNamed(reference, sale)
    if (sale.cartId !== reference.cartId) throw refusal(salesRefusals, 'SALE_CHANGED')
    if (decision === 'reject') rejectSuspendedSale(tx, ctx, sale, { reason: note, goods })
    else acceptSuspendedSale(tx, ctx, sale, note)
    audit(tx, asDecided(ctx), {
      action: 'sales.settleSuspendedSale',
      subject: sale.id,
      after: {
        settlement: decision,
        ...(decision === 'reject' ? { goods } : {}),
        displayId: sale.displayId,
        receiptNumber: sale.receiptNumber,
        totalCents: sale.totalCents,
        note,
      },
    })
  },
})

/** Makes the arguments of `sales.settleSuspendedSale`. `goods`: where the pieces of a rejected sale are. */
export const settleSuspendedArgs = (sale: SuspendedSale, decision: 'accept' | 'reject', note = '', goods: Goods = 'back') => ({
  ...saleReferenceOf(sale),
  cartId: sale.cartId,
  decision,
  goods,
  note,
})
