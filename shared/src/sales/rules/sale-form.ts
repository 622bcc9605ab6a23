import * as z from 'zod/mini'
import { MAX_CENTS, nonNegativeCentsSchema, positiveCentsSchema } from '../../kernel/money.ts'

/** Maximum quantity of one sold line, the same as of an item. */
const MAX_SOLD = 1_000_000

/** Number of sold pieces: whole, 1…1,000,000. */
export const soldQuantitySchema = z
  .int('Quantity must be a whole number')
  .check(z.minimum(1, 'Quantity must be greater than 0'), z.maximum(MAX_SOLD, `At most ${MAX_SOLD}`))

/** Total price of a recorded sale in cents, at least 1. */
export const salePriceSchema = positiveCentsSchema

/** Shipping of a recorded sale in cents, 0 or more. */
export const shippingCostSchema = nonNegativeCentsSchema

/** True for a total that fits into one amount. */
export const withinCents = (total: number): boolean => Number.isSafeInteger(total) && Math.abs(total) <= MAX_CENTS
