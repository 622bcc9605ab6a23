import { z } from 'zod'
import { inventoryRefusals } from '../inventory/errors.ts'
import { defineCall } from '../kernel/define-call.ts'
import { dollarsSchema } from '../kernel/dollars.ts'
import { idSchema } from '../kernel/ids.ts'
import { salesRefusals } from './errors.ts'
import { soldQuantitySchema } from './rules/sale-form.ts'
import { percentSchema } from './schema.ts'

const { ITEM_NOT_FOUND, INSUFFICIENT_STOCK } = inventoryRefusals
const { SHIPPING_ABOVE_PRICE } = salesRefusals

/** Records a sale made on a marketplace (spec §3, §7). Amounts in dollars; `salePrice` is the total of the sale (design §5). */
export const recordMarketplaceSale = defineCall({
  name: 'sales.recordMarketplaceSale',
  method: 'POST',
  path: '/sales/record',
  access: 'admin',
  summary: 'Records a sale: stock goes down, the consignor is credited the percentage of price minus shipping.',
  body: z.object({
    saleID: idSchema.optional(),
    /** Absent or null for a master item, which pays no consignor. */
    consignorID: idSchema.nullish().transform((id) => id ?? null),
    itemUID: idSchema,
    salePrice: dollarsSchema.min(0.01, 'Sale price must be at least 0.01'),
    shippingCost: dollarsSchema.nullish().transform((dollars) => dollars ?? 0),
    quantitySold: soldQuantitySchema,
    consignorPercentage: percentSchema.nullish(),
  }),
  output: z.object({ message: z.string(), saleID: z.string(), payoutAmount: z.number() }),
  refusals: { ITEM_NOT_FOUND, INSUFFICIENT_STOCK, SHIPPING_ABOVE_PRICE },
})
