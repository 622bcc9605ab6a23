import * as z from 'zod/mini'
import { type Cents, centsFromDollars } from './money.ts'

const isAmount = (dollars: number) => centsFromDollars(dollars) !== undefined

/** An amount of dollars in a REST body (design §5: dollars stand in the spec's REST bodies and nowhere else), 0 or more, more than two decimals are rounded
 *  half-up. Its server handler turns it into cents with `toCents`. */
export const dollarsSchema = z
  .number('Please enter a valid amount')
  .check(z.minimum(0, 'The amount must not be negative'), z.refine(isAmount, 'The amount is too large'))

/** An amount of dollars that may be negative: a balance somebody owes the shop. Its server handler turns it into cents with `toCents`. */
export const signedDollarsSchema = z.number('Please enter a valid amount').check(z.refine(isAmount, 'The amount is too large'))

/** Cents of an amount that one of these schemas has let through. */
export function toCents(dollars: number): Cents {
  const amount = centsFromDollars(dollars)
  if (amount === undefined) throw new RangeError(`not an amount of dollars: ${dollars}`)
  return amount
}
