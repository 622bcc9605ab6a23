import { z } from 'zod'

const blankIsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value)
const wholeNumber = z.coerce.number('Please enter a whole number').int('Please enter a whole number')

/** Which page of a list, in a query: pages count from 1; absent or empty is the first. */
export const pageQuery = z.preprocess(
  blankIsAbsent,
  wholeNumber.min(1, 'Pages count from 1').max(1_000_000, 'There is no such page').default(1),
)

/** How many things one answer of a list has, in a query: 1 or more; absent or empty is the usual number, and more than the most is the most. */
export const limitQuery = ({ usual, most }: { readonly usual: number; readonly most: number }) =>
  z.preprocess(
    blankIsAbsent,
    wholeNumber
      .min(1, 'At least 1')
      .default(usual)
      .transform((limit) => Math.min(limit, most)),
  )
