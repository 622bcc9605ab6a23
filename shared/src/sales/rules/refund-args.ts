import * as z from 'zod/mini'
import { MAX_QUANTITY } from '../../inventory/schema.ts'
import { idSchema } from '../../kernel/ids.ts'
import { nonNegativeCentsSchema } from '../../kernel/money.ts'
import { optionalText, snapshotText } from '../../kernel/text.ts'
import { printedCodeSchema } from '../../pos/rules/receipt-number.ts'
import { MAX_LINES, MAX_TENDERS } from '../../pos/schema.ts'
import { refundGoodsSchema, refundTenderSchema } from '../refund-schema.ts'
import { withinCents } from './sale-form.ts'

/** Arguments of a return: the pieces of each sold line, the money given for them, and its payments. The payments must add up to the lines. */
export const refundArgsSchema = z
  .object({
    refundId: idSchema,
    saleId: idSchema,
    receiptNumber: printedCodeSchema,
    /** The shift whose drawer gives the cash; null or absent for none. */
    shiftId: z.nullish(idSchema),
    lines: z
      .array(
        z.object({
          saleLineId: idSchema,
          itemId: z.nullable(idSchema),
          itemName: snapshotText(500),
          consignorId: z.nullable(idSchema),
          /** Number of pieces that came back; 0 when the customer keeps them and gets part of the price. */
          quantity: z.int('Quantity must be a whole number').check(z.minimum(0, 'Quantity must be 0 or more'), z.maximum(MAX_QUANTITY)),
          /** Money given for these pieces. */
          amountCents: nonNegativeCentsSchema,
          goods: refundGoodsSchema,
          reason: optionalText(500),
        }),
      )
      .check(z.minLength(1, 'Please choose what came back'), z.maxLength(MAX_LINES, `At most ${MAX_LINES} lines in one return`)),
    tenders: z.array(refundTenderSchema).check(z.maxLength(MAX_TENDERS, `At most ${MAX_TENDERS} payments in one return`)),
  })
  .check(
    z.refine(({ lines }) => withinCents(sumOf(lines)), { message: 'The total is too large', path: ['lines'] }),
    z.refine(({ lines, tenders }) => sumOf(lines) === sumOf(tenders), {
      message: 'The money given back must add up to the total',
      path: ['tenders'],
    }),
  )

const sumOf = (amounts: readonly { readonly amountCents: number }[]) => amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Arguments of a return. */
export type RefundArgs = z.infer<typeof refundArgsSchema>
