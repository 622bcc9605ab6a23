import * as z from 'zod/mini'
import { derivedId } from '../../kernel/ids.ts'
import { oneLine, requiredText, searchKey } from '../../kernel/text.ts'
import type { Category } from '../category-schema.ts'

/** Maximum number of categories, all of which a change of one locks. */
export const MAX_CATEGORIES = 200
/** Maximum length of a category's name, in characters. */
export const MAX_CATEGORY_CHARS = 60

/** A category's name without case and spacing: two categories with one key have the same name. */
export const categoryKey = (name: string): string => searchKey(name).replace(/\s+/g, ' ')

const MISSING = 'Please enter a name for the category'

/** Name of a category: one line with something to see. */
export const categoryNameSchema = z
  .pipe(requiredText(MAX_CATEGORY_CHARS, MISSING), z.transform(oneLine))
  .check(z.refine((name) => categoryKey(name) !== '', MISSING))

/** Finds the id of the category with a name. */
export type CategoryIds = (name: string) => string

// a time before all others, so that the id of a name is the same on every device
const PARENT_OF_NAMES = '00000000-0000-7000-8000-000000000000 '

/** Returns a function that finds the id of a category by its name. A new name gets the id that every device derives from it, so that two devices that
 *  add it offline add one category. */
export function categoryIds(categories: readonly Category[]): CategoryIds {
  const known = new Map(categories.map(({ id, name }) => [categoryKey(name), id]))
  const taken = new Set(known.values())
  return (name) => {
    const key = categoryKey(name)
    const id = known.get(key)
    if (id !== undefined) return id
    // the id of a category that was renamed is taken, so its old name gets another one
    let n = 0
    while (taken.has(derivedId(PARENT_OF_NAMES + key, n))) n++
    return derivedId(PARENT_OF_NAMES + key, n)
  }
}
