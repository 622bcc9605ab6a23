import * as z from 'zod/mini'
import { defineCollection } from '../kernel/define-collection.ts'
import { idSchema } from '../kernel/ids.ts'

/** The one list of categories, by which commands look up all of them. */
export const CATEGORY_LIST = 'shop'

/** A category of goods, such as "Shoes". */
export const categorySchema = z.object({ id: idSchema, name: z.string(), list: z.literal(CATEGORY_LIST) })
/** A category of goods. */
export type Category = z.infer<typeof categorySchema>

/** Categories: consignors see the names too, for their own goods. */
export const categories = defineCollection({
  name: 'categories',
  schema: categorySchema,
  indexes: ['list'],
  audience: () => ['everyone'],
  userFields: 'all',
})
