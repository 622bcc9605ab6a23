import { addCategoryCall, editCategoryCall, listCategoriesCall, removeCategoryCall } from '@shop/shared/inventory/calls/categories.ts'
import { categoryRefusals } from '@shop/shared/inventory/category-errors.ts'
import { addCategory, editCategory, removeCategory } from '@shop/shared/inventory/commands/change-categories.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'

/** GET /inventory/categories. */
export const handleListCategories = implementCall(listCategoriesCall, async ({ platform }) => {
  const categories = await platform.db.selectFrom('categories').select(['id', 'name']).execute()
  return { categories: categories.sort((a, b) => a.name.localeCompare(b.name, 'en')) }
})

/** POST /inventory/categories. */
export const handleAddCategory = implementCall(addCategoryCall, async ({ body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  await platform.runCommand(actor, addCategory, { id, name: body.name }, { id: body.id })
  return { message: 'Category added successfully', category: await storedCategory(platform, id) }
})

/** PUT /inventory/categories/{id}. */
export const handleEditCategory = implementCall(editCategoryCall, async ({ params, body, actor, platform }) => {
  await platform.runCommand(actor, editCategory, { id: params.id, name: body.name })
  return { message: 'Category renamed successfully', category: await storedCategory(platform, params.id) }
})

/** DELETE /inventory/categories/{id}. */
export const handleRemoveCategory = implementCall(removeCategoryCall, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, removeCategory, { id: params.id })
  return { message: 'Category deleted successfully' }
})

async function storedCategory({ db }: Platform, id: string): Promise<{ id: string; name: string }> {
  const stored = await db.selectFrom('categories').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!stored) throw refusal(categoryRefusals, 'CATEGORY_NOT_FOUND')
  return stored
}
