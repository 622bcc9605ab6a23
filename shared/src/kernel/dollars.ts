import * as z from 'zod/mini'
import { type Cents, centsFromDollars } from './money.ts'

const isAmount = (dollars: number) => centsFromDollars(dollars) !== undefined

/** An amount in dollars in a REST body, 0 or more. The handler converts it with `toCents` (law *Cents*). */
export const dollarsSchema = z
  .number('Please enter a valid amount')
  .check(z.minimum(0, 'The amount must not be negative'), z.refine(isAmount, 'The amount is too large'))

/** An amount in dollars that may be negative, such as a balance owed to the shop. The handler converts it with `toCents`. */
export const signedDollarsSchema = z.number('Please enter a valid amount').check(z.refine(isAmount, 'The amount is too large'))

/** Converts an accepted amount to cents, rounded half up. */
export function toCents(dollars: number): Cents {
  const amount = centsFromDollars(dollars)
  if (amount === undefined) throw new RangeError(`not an amount of dollars: ${dollars}`)
  return amount
}
