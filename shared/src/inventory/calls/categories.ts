import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { idSchema } from '../../kernel/ids.ts'
import { categoryRefusals } from '../category-errors.ts'
import { categoryNameSchema } from '../rules/categories.ts'

const { CATEGORY_NOT_FOUND, CATEGORY_EXISTS, TOO_MANY_CATEGORIES } = categoryRefusals
const restCategory = z.object({ id: z.string(), name: z.string() })
const categoryAnswer = z.object({ message: z.string(), category: restCategory })
const path = z.object({ id: idSchema })

/** Lists the categories by name. */
export const listCategoriesCall = defineCall({
  name: 'inventory.listCategories',
  method: 'GET',
  path: '/inventory/categories',
  access: 'user',
  summary: 'Lists the categories of goods. The `categoryId` of an item is the id of one; an item with another id shows no category.',
  output: z.object({ categories: z.array(restCategory) }),
})

/** Adds a category. With an `id`, the caller can send the body again without adding it twice. */
export const addCategoryCall = defineCall({
  name: 'inventory.addCategory',
  method: 'POST',
  path: '/inventory/categories',
  access: 'admin',
  summary: 'Adds a category of goods.',
  body: z.object({ id: z.optional(idSchema), name: categoryNameSchema }),
  output: categoryAnswer,
  refusals: { CATEGORY_EXISTS, TOO_MANY_CATEGORIES },
})

/** Renames a category. */
export const editCategoryCall = defineCall({
  name: 'inventory.editCategory',
  method: 'PUT',
  path: '/inventory/categories/{id}',
  access: 'admin',
  summary: 'Renames a category of goods.',
  params: path,
  body: z.object({ name: categoryNameSchema }),
  output: categoryAnswer,
  refusals: { CATEGORY_NOT_FOUND, CATEGORY_EXISTS },
})

/** Deletes a category. */
export const removeCategoryCall = defineCall({
  name: 'inventory.deleteCategory',
  method: 'DELETE',
  path: '/inventory/categories/{id}',
  access: 'admin',
  summary: 'Deletes a category of goods. Its items stay and show no category.',
  params: path,
  output: z.object({ message: z.string() }),
  refusals: { CATEGORY_NOT_FOUND },
})
