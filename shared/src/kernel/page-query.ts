import * as z from 'zod/mini'

const blankIsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const wholeNumber = z.coerce.number('Please enter a whole number').check(z.int('Please enter a whole number'))

/** A page number in a query, from 1. An absent or empty number means page 1. */
export const pageQuery = z.pipe(
  z.transform(blankIsAbsent),
  z._default(wholeNumber.check(z.minimum(1, 'Pages count from 1'), z.maximum(1_000_000, 'There is no such page')), 1),
)

/** A page size in a query. An absent or empty size means `usual`; a size above `most` means `most`. */
export const limitQuery = ({ usual, most }: { readonly usual: number; readonly most: number }) =>
  z.pipe(
    z.transform(blankIsAbsent),
    z.pipe(
      z._default(wholeNumber.check(z.minimum(1, 'At least 1')), usual),
      z.transform((limit) => Math.min(limit, most)),
    ),
  )
