import * as z from 'zod/mini'
import { MAX_CENTS, nonNegativeCentsSchema } from '../kernel/money.ts'
import { snapshotText } from '../kernel/text.ts'

/** Hundredths of a percent in the whole. */
export const WHOLE_BPS = 10_000

/** A discount as it was given. `value`: of a percentage 1…10,000 hundredths of a percent, of an amount cents off the whole line or cart. */
const given = {
  kind: z.enum(['percent', 'amount']),
  value: z
    .int('Please enter the discount')
    .check(z.minimum(1, 'The discount must be greater than 0'), z.maximum(MAX_CENTS, 'The discount is too large')),
  /** Payer of the discount: consignor and shop by their shares, the shop alone, or the consignor alone as far as their share reaches. */
  bearer: z.enum(['shared', 'shop', 'consignor']),
  /** Reason, which the receipt shows; '' for none. */
  reason: snapshotText(100),
}

const atMostAll = z.refine<{ readonly kind: string; readonly value: number }>(
  (discount) => discount.kind !== 'percent' || discount.value <= WHOLE_BPS,
  {
    message: 'At most 100 %',
    path: ['value'],
  },
)

/** A discount on a cart's line, or on the cart. */
export const discountSchema = z.object(given).check(atMostAll)
/** A discount on a cart's line, or on the cart. */
export type Discount = z.infer<typeof discountSchema>

/** A discount as a sold line got it. */
export const reductionSchema = z
  .object({
    ...given,
    /** The discount's object: this line, or the cart, of whose discount this line has its part. */
    scope: z.enum(['line', 'cart']),
    /** Cents off the line's price, tax-inclusive. */
    reducedCents: nonNegativeCentsSchema,
  })
  .check(atMostAll)
/** A discount as a sold line got it. */
export type Reduction = z.infer<typeof reductionSchema>

/** Reductions of a sold line in the order in which they were taken: its own, then its part of the cart's. */
export const reductionsSchema = z.nullish(z.array(reductionSchema).check(z.maxLength(2, 'At most two discounts on a line')))
