import * as z from 'zod/mini'
import { ITEM_LIMITS } from '../../inventory/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { nonNegativeCentsSchema } from '../../kernel/money.ts'
import { requiredText } from '../../kernel/text.ts'
import { auditEntries } from '../../settings/schema.ts'
import { salesRefusals } from '../errors.ts'
import { soldQuantitySchema } from '../rules/sale-form.ts'
import { paysAbovePrice, type Sale, sales } from '../schema.ts'

/** Fields of a sale's record that an admin may edit. */
export const saleFieldsSchema = z.object({
  itemName: requiredText(ITEM_LIMITS.itemName, 'Please enter an item name'),
  soldQuantity: soldQuantitySchema,
  salePriceCents: nonNegativeCentsSchema,
  shippingCostCents: nonNegativeCentsSchema,
  payoutCents: nonNegativeCentsSchema,
})
const saleChangesSchema = z.partial(saleFieldsSchema)
/** Changed fields of a sale's record. */
export type SaleChanges = z.infer<typeof saleChangesSchema>

/** Edits the record of a sale, with an audit entry; balances, stock and postings stay unchanged. Refuses SALE_NOT_FOUND. */
export const editSale = defineCommand({
  name: 'sales.edit',
  args: z.object({ saleId: idSchema, changes: saleChangesSchema }),
  roles: ['admin'],
  refusals: ['SALE_NOT_FOUND'],
  touches: ({ saleId }) => [byId(sales, saleId)],
  run(tx, { saleId, changes }, ctx) {
    const sale = tx.get(sales, saleId)
    if (!sale) throw refusal(salesRefusals, 'SALE_NOT_FOUND')
    const fields = (Object.keys(changes) as (keyof SaleChanges)[]).filter(
      (field) => changes[field] !== undefined && changes[field] !== sale[field],
    )
    if (fields.length === 0) return
    const of = (row: Sale | SaleChanges) => Object.fromEntries(fields.map((field) => [field, row[field]]))
    const { soldQuantity, salePriceCents, shippingCostCents, payoutCents } = sale
    const edited = { ...sale, ...of(changes) }
    // a discount at the shop's cost pays above the price without any edit
    const isRepriced = edited.salePriceCents !== salePriceCents || edited.payoutCents !== payoutCents
    tx.put(sales, {
      ...edited,
      booked: sale.booked ?? { soldQuantity, salePriceCents, shippingCostCents, payoutCents },
      editedAtMs: ctx.nowMs,
      editedByUid: ctx.actor.uid,
    })
    tx.put(auditEntries, {
      id: ctx.newId(),
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      action: 'sales.edit',
      subject: saleId,
      before: of(sale),
      after: { ...of(changes), ...(isRepriced && paysAbovePrice(edited) && { paysAbovePrice: true }) },
    })
  },
})
