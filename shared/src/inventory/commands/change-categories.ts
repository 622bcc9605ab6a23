import * as z from 'zod/mini'
import { byField, byId, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { categoryRefusals } from '../category-errors.ts'
import { CATEGORY_LIST, type Category, categories } from '../category-schema.ts'
import { categoryKey, categoryNameSchema, MAX_CATEGORIES } from '../rules/categories.ts'

const touches = ({ id }: { readonly id: string }) => [byId(categories, id), byField(categories, 'list', CATEGORY_LIST)]

function requireCategory(tx: CommandTx, id: string): Category {
  const category = tx.get(categories, id)
  if (!category) throw refusal(categoryRefusals, 'CATEGORY_NOT_FOUND')
  return category
}

function requireFreeName(tx: CommandTx, id: string, name: string): void {
  const isTaken = tx.where(categories, 'list', CATEGORY_LIST).some((one) => one.id !== id && categoryKey(one.name) === categoryKey(name))
  if (isTaken) throw refusal(categoryRefusals, 'CATEGORY_EXISTS', { fields: { name: categoryRefusals.CATEGORY_EXISTS.message } })
}

/** Adds a category. An id that exists stays as it is: another device added the name first (see `categoryIds`). Refuses CATEGORY_EXISTS,
 *  TOO_MANY_CATEGORIES. */
export const addCategory = defineCommand({
  name: 'inventory.addCategory',
  args: z.object({ id: idSchema, name: categoryNameSchema }),
  roles: ['admin'],
  refusals: ['CATEGORY_EXISTS', 'TOO_MANY_CATEGORIES'],
  touches,
  run(tx, { id, name }, ctx) {
    if (tx.get(categories, id)) return
    requireFreeName(tx, id, name)
    if (tx.where(categories, 'list', CATEGORY_LIST).length >= MAX_CATEGORIES) throw refusal(categoryRefusals, 'TOO_MANY_CATEGORIES')
    tx.put(categories, { id, name, list: CATEGORY_LIST })
    audit(tx, ctx, { action: 'inventory.addCategory', subject: id, after: { name } })
  },
})

/** Renames a category. Refuses CATEGORY_NOT_FOUND, CATEGORY_EXISTS. */
export const editCategory = defineCommand({
  name: 'inventory.editCategory',
  args: z.object({ id: idSchema, name: categoryNameSchema }),
  roles: ['admin'],
  refusals: ['CATEGORY_NOT_FOUND', 'CATEGORY_EXISTS'],
  touches,
  run(tx, { id, name }, ctx) {
    const before = requireCategory(tx, id)
    requireFreeName(tx, id, name)
    if (name === before.name) return
    tx.put(categories, { ...before, name })
    audit(tx, ctx, { action: 'inventory.editCategory', subject: id, before: { name: before.name }, after: { name } })
  },
})

/** Deletes a category. Its items stay as they are and show none. Refuses CATEGORY_NOT_FOUND. */
export const removeCategory = defineCommand({
  name: 'inventory.removeCategory',
  args: z.object({ id: idSchema }),
  roles: ['admin'],
  refusals: ['CATEGORY_NOT_FOUND'],
  touches: ({ id }) => [byId(categories, id)],
  run(tx, { id }, ctx) {
    const { name } = requireCategory(tx, id)
    tx.remove(categories, id)
    audit(tx, ctx, { action: 'inventory.removeCategory', subject: id, before: { name } })
  },
})
