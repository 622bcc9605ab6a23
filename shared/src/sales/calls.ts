import * as z from 'zod/mini'
import { accountRefusals } from '../accounts/errors.ts'
import { inventoryRefusals } from '../inventory/errors.ts'
import { ITEM_LIMITS } from '../inventory/schema.ts'
import { defineCall } from '../kernel/define-call.ts'
import { dollarsSchema, signedDollarsSchema } from '../kernel/dollars.ts'
import { idSchema } from '../kernel/ids.ts'
import { optionalText, requiredText } from '../kernel/text.ts'
import { CUSTOM_SALE_INCOMPLETE } from './commands/record-custom-sale.ts'
import { salesRefusals } from './errors.ts'
import { soldQuantitySchema } from './rules/sale-form.ts'
import { percentSchema } from './schema.ts'

const { ITEM_NOT_FOUND, INSUFFICIENT_STOCK, CONSIGNOR_NOT_FOUND } = inventoryRefusals
const { SALE_EXISTS } = salesRefusals

/** Records a sale made elsewhere, such as on a website. Amounts are in dollars, and `salePrice` is the total of the sale. */
export const recordSaleCall = defineCall({
  name: 'sales.recordMarketplaceSale',
  method: 'POST',
  path: '/sales/record',
  access: 'admin',
  summary: 'Records a sale: takes the pieces from stock and credits the consignor with the percentage of price minus shipping.',
  body: z.object({
    saleID: z.optional(idSchema),
    /** The item's owner; absent or null for a master item. */
    consignorID: z.pipe(
      z.nullish(idSchema),
      z.transform((id) => id ?? null),
    ),
    itemUID: idSchema,
    /** A barcode of the item, when the sale names one. Every spelling of that barcode counts. */
    barcode1: z.nullish(z.string().check(z.maxLength(ITEM_LIMITS.barcode))),
    salePrice: dollarsSchema.check(z.minimum(0.01, 'Sale price must be at least 0.01')),
    shippingCost: z.pipe(
      z.nullish(dollarsSchema),
      z.transform((dollars) => dollars ?? 0),
    ),
    quantitySold: soldQuantitySchema,
    consignorPercentage: z.nullish(percentSchema),
  }),
  output: z.object({ message: z.string(), saleID: z.string(), payoutAmount: z.number() }),
  refusals: { ITEM_NOT_FOUND, INSUFFICIENT_STOCK, SALE_EXISTS },
})

/** Records a sale of something that was never in the inventory. */
export const recordCustomSaleCall = defineCall({
  name: 'sales.recordCustomSale',
  method: 'POST',
  path: '/sales/custom',
  access: 'admin',
  assurance: 'recent',
  summary: 'Records a custom sale and credits its whole amount to the consignor.',
  body: z.object({
    saleID: z.optional(idSchema),
    consignorID: idSchema,
    itemName: requiredText(ITEM_LIMITS.itemName, CUSTOM_SALE_INCOMPLETE),
    /** Dollars. */
    amount: z.pipe(z.number(CUSTOM_SALE_INCOMPLETE), dollarsSchema.check(z.minimum(0.01, 'The amount must be greater than 0'))),
  }),
  output: z.object({ message: z.string(), saleID: z.string() }),
  refusals: { CONSIGNOR_NOT_FOUND, SALE_EXISTS },
})

/** Corrects a consignor's balance. */
export const adjustBalanceCall = defineCall({
  name: 'sales.setBalance',
  method: 'PUT',
  path: '/sales/balance/{id}',
  access: 'admin',
  assurance: 'second',
  summary: 'Adjusts a consignor’s available balance by a ledger entry that records who did it and why.',
  params: z.object({ id: z.string() }),
  body: z.object({
    /** Idempotency key: a correction that is sent twice is booked once. */
    id: z.optional(idSchema),
    /** Dollars. */
    balance: signedDollarsSchema,
    /** The balance that the person saw, in dollars; by default the current balance. `balance` minus this amount is booked. */
    seenBalance: z.nullish(signedDollarsSchema),
    reason: optionalText(500),
  }),
  output: z.object({ message: z.string(), balance: z.number() }),
  refusals: { ACCOUNT_NOT_FOUND: accountRefusals.ACCOUNT_NOT_FOUND },
})
