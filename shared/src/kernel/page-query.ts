import * as z from 'zod/mini'

const blankIsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const wholeNumber = z.coerce.number('Please enter a whole number').check(z.int('Please enter a whole number'))

/** Which page of a list, in a query: pages count from 1; absent or empty is the first. */
export const pageQuery = z.pipe(
  z.transform(blankIsAbsent),
  z._default(wholeNumber.check(z.minimum(1, 'Pages count from 1'), z.maximum(1_000_000, 'There is no such page')), 1),
)

/** How many things one answer of a list has, in a query: 1 or more; absent or empty is the usual number, and more than the most is the most. */
export const limitQuery = ({ usual, most }: { readonly usual: number; readonly most: number }) =>
  z.pipe(
    z.transform(blankIsAbsent),
    z.pipe(
      z._default(wholeNumber.check(z.minimum(1, 'At least 1')), usual),
      z.transform((limit) => Math.min(limit, most)),
    ),
  )
