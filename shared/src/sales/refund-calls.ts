import * as z from 'zod/mini'
import { MAX_QUANTITY } from '../inventory/schema.ts'
import { defineCall } from '../kernel/define-call.ts'
import { dollarsSchema } from '../kernel/dollars.ts'
import { idSchema } from '../kernel/ids.ts'
import { optionalText } from '../kernel/text.ts'
import { posRefusals } from '../pos/errors.ts'
import { MAX_LINES, MAX_TENDERS } from '../pos/schema.ts'
import { salesRefusals } from './errors.ts'
import { refundGoodsSchema, refundTenderSchema } from './refund-schema.ts'

/** Maximum size of a return in a REST body, in bytes. */
const MAX_REFUND_BODY_BYTES = 256_000

/** Records goods of a POS sale that came back, and the money given for them. Amounts are in dollars. */
export const refundSaleCall = defineCall({
  name: 'sales.refundSale',
  method: 'POST',
  path: '/sales/refunds',
  access: 'admin',
  summary: `Records goods of one POS sale that came back, and the money given for them, which has left the shop already. Takes from consignor, shop and tax their part of what is left of each line; what exceeds it is the shop's loss and opens a discrepancy.`,
  maxBodyBytes: MAX_REFUND_BODY_BYTES,
  body: z.object({
    /** Idempotency key: a return that is sent twice is booked once. */
    refundID: z.optional(idSchema),
    /** The shift whose drawer gave the cash. */
    shiftID: z.nullish(idSchema),
    lines: z
      .array(
        z.object({
          /** The sold line, by its `saleID` in the sales history. */
          saleID: idSchema,
          /** Number of pieces that came back; 0 when the customer keeps them and gets part of the price. */
          quantity: z.int('Quantity must be a whole number').check(z.minimum(0, 'Quantity must be 0 or more'), z.maximum(MAX_QUANTITY)),
          /** Dollars given for these pieces. */
          amount: dollarsSchema,
        }),
      )
      .check(z.minLength(1, 'Please choose what came back'), z.maxLength(MAX_LINES, `At most ${MAX_LINES} lines in one return`)),
    /** The ways in which the money was given back; together they are the amounts of the lines. Empty when no money was given. */
    tenders: z
      .array(
        z.object({
          kind: refundTenderSchema.shape.kind,
          label: optionalText(100),
          /** Dollars. */
          amount: dollarsSchema.check(z.minimum(0.01, 'The amount must be greater than 0')),
        }),
      )
      .check(z.maxLength(MAX_TENDERS, `At most ${MAX_TENDERS} payments in one return`)),
    /** Place of the goods. Only goods on the shelf are in stock again. */
    goods: z._default(refundGoodsSchema, 'shelf'),
    /** The consignor reads it, too. */
    reason: optionalText(500),
  }),
  output: z.object({
    message: z.string(),
    refundID: z.string(),
    /** The part taken back of each sold line, in dollars; `excess` is the money given beyond what was left of it. */
    lines: z.array(z.object({ saleID: z.string(), quantity: z.int(), amount: z.number(), payoutAmount: z.number(), excess: z.number() })),
  }),
  refusals: { SALE_NOT_FOUND: salesRefusals.SALE_NOT_FOUND, SHIFT_NOT_FOUND: posRefusals.SHIFT_NOT_FOUND },
})
