import * as z from 'zod/mini'

const blankIsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const wholeNumber = z.coerce.number('Please enter a whole number').check(z.int('Please enter a whole number'))

/** Page number in a query: counts from 1, and an absent or empty one means the first. */
export const pageQuery = z.pipe(
  z.transform(blankIsAbsent),
  z._default(wholeNumber.check(z.minimum(1, 'Pages count from 1'), z.maximum(1_000_000, 'There is no such page')), 1),
)

/** Page size in a query: absent or empty means `usual`, anything above `most` means `most`. */
export const limitQuery = ({ usual, most }: { readonly usual: number; readonly most: number }) =>
  z.pipe(
    z.transform(blankIsAbsent),
    z.pipe(
      z._default(wholeNumber.check(z.minimum(1, 'At least 1')), usual),
      z.transform((limit) => Math.min(limit, most)),
    ),
  )
