import * as z from 'zod/mini'
import { MAX_CENTS, nonNegativeCentsSchema, positiveCentsSchema } from '../../kernel/money.ts'

/** The largest quantity of one sold line; the same as one item may hold. */
const MAX_SOLD = 1_000_000

/** Pieces sold: whole, 1…1,000,000 (spec §5 Sale form). */
export const soldQuantitySchema = z
  .int('Quantity must be a whole number')
  .check(z.minimum(1, 'Quantity must be greater than 0'), z.maximum(MAX_SOLD, `At most ${MAX_SOLD}`))

/** Total price of a recorded sale in cents, at least 1 (spec §5: minimum 0.01). */
export const salePriceSchema = positiveCentsSchema

/** Shipping of a recorded sale in cents, 0 or more (spec §5). */
export const shippingCostSchema = nonNegativeCentsSchema

/** Is this a total the books can hold? */
export const withinCents = (total: number): boolean => Number.isSafeInteger(total) && Math.abs(total) <= MAX_CENTS
