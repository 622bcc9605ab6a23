import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { limitQuery, pageQuery } from '../../kernel/page-query.ts'
import { itemSourceSchema } from '../schema.ts'
import { REST_ANSWER_FIELDS } from './rest-fields.ts'

/** Page size by default and at most. */
export const SEARCH_PAGE = { usual: 50, most: 200 } as const

/** An item in a REST body. */
export const restItemSchema = z.object({
  id: z.string(),
  /** The same as `id`. */
  itemUID: z.string(),
  /** Quantity as shown, 0 or more; asking price in dollars, tax-inclusive. */
  ...REST_ANSWER_FIELDS,
  source: itemSourceSchema,
  consignorID: z.nullable(z.string()),
  consignorDisplayName: z.nullable(z.string()),
})
/** An item in a REST body. */
export type RestItem = z.infer<typeof restItemSchema>

const blankIsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const searchText = z.optional(z.string().check(z.maxLength(500, 'At most 500 characters')))

/** Finds items by name, title, barcode, location, consignor and source. */
export const searchItemsCall = defineCall({
  name: 'inventory.searchItems',
  method: 'GET',
  path: '/inventory/search',
  access: 'user',
  cost: 'search',
  summary: 'Searches the inventory. Consignors must name themselves as `consignor` and see their own items.',
  query: z.object({
    /** A uid. */
    consignor: searchText,
    filter: z.pipe(
      z.transform(blankIsAbsent),
      z._default(z.enum(['all', 'master', 'consignor'], 'The filter is one of all, master, consignor'), 'all'),
    ),
    searchTerm: searchText,
    location: searchText,
    limit: limitQuery(SEARCH_PAGE),
    page: pageQuery,
  }),
  output: z.object({ items: z.array(restItemSchema), hasMore: z.boolean(), page: z.int() }),
})
