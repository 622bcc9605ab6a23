import { defineRefusals } from '../kernel/errors.ts'

// a separate file, because the till loads the other refusals at the start
/** Refusals of categories. */
export const categoryRefusals = defineRefusals({
  CATEGORY_NOT_FOUND: { status: 404, message: 'This category does not exist (any more).' },
  CATEGORY_EXISTS: { status: 409, message: 'There is a category with this name already.' },
  TOO_MANY_CATEGORIES: { status: 409, message: 'The shop has 200 categories, and more are not possible. Please delete one first.' },
})
