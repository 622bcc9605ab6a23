import * as z from 'zod/mini'
import { type Cents, centsFromDollars } from './money.ts'

const isAmount = (dollars: number) => centsFromDollars(dollars) !== undefined

/** Amount in dollars in a REST body, 0 or more, rounded half up to the cent. Only REST bodies carry dollars (law *Cents*): the handler converts
 *  with `toCents`. */
export const dollarsSchema = z
  .number('Please enter a valid amount')
  .check(z.minimum(0, 'The amount must not be negative'), z.refine(isAmount, 'The amount is too large'))

/** Amount in dollars that may be negative, such as a balance owed to the shop. The handler converts with `toCents`. */
export const signedDollarsSchema = z.number('Please enter a valid amount').check(z.refine(isAmount, 'The amount is too large'))

/** Cents of an amount that one of these schemas accepted. */
export function toCents(dollars: number): Cents {
  const amount = centsFromDollars(dollars)
  if (amount === undefined) throw new RangeError(`not an amount of dollars: ${dollars}`)
  return amount
}
