import * as z from 'zod/mini'
import { MAX_CENTS, nonNegativeCentsSchema, positiveCentsSchema } from '../../kernel/money.ts'

/** Largest quantity of one sold line, equal to that of an item. */
const MAX_SOLD = 1_000_000

/** Pieces sold: whole, 1…1,000,000. */
export const soldQuantitySchema = z
  .int('Quantity must be a whole number')
  .check(z.minimum(1, 'Quantity must be greater than 0'), z.maximum(MAX_SOLD, `At most ${MAX_SOLD}`))

/** Total price of a recorded sale in cents, at least 1. */
export const salePriceSchema = positiveCentsSchema

/** Shipping of a recorded sale in cents, 0 or more. */
export const shippingCostSchema = nonNegativeCentsSchema

/** True for a total that the books can take. */
export const withinCents = (total: number): boolean => Number.isSafeInteger(total) && Math.abs(total) <= MAX_CENTS
