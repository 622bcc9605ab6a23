import { type Cents, parseDollars, plainDollars } from '../../kernel/money.ts'
import { STORED_FIELDS, type StoredFieldName, type StoredKind } from '../fields.ts'
import { type ItemTexts, itemTextsSchema } from '../schema.ts'
import { enteredBarcode } from './barcodes.ts'
import { type CategoryIds, categoryKey, MAX_CATEGORY_CHARS } from './categories.ts'
import { conditionIn, conditionWords } from './conditions.ts'
import { itemTextsOf } from './item-texts.ts'

/** Value of a field, or the sentence about what is wrong with it. */
type Reading = { readonly value: unknown } | { readonly problem: string }

const READ: Readonly<Record<StoredKind, (text: string, categoryId: CategoryIds) => Reading>> = {
  text: (value) => ({ value }),
  cents: readPrice,
  category: readCategory,
  condition: readCondition,
}

function readPrice(text: string): Reading {
  if (text.trim() === '') return { value: null }
  const amount = parseDollars(text)
  if (amount === undefined) return { problem: 'Please enter a price such as 12.50' }
  return amount === 0 ? { problem: 'The price must be greater than 0' } : { value: amount }
}

function readCategory(text: string, categoryId: CategoryIds): Reading {
  if (text.trim().length > MAX_CATEGORY_CHARS) return { problem: `At most ${MAX_CATEGORY_CHARS} characters` }
  return { value: categoryKey(text) === '' ? '' : categoryId(text) }
}

function readCondition(text: string): Reading {
  const value = conditionIn(text)
  return value === undefined ? { problem: 'Please choose a condition' } : { value }
}

/** Name of a category by its id; '' for one that is unknown. */
export type CategoryNames = (id: string) => string

const WRITE: Readonly<Record<StoredKind, (value: string | Cents, categoryName: CategoryNames) => string>> = {
  text: String,
  cents: (value) => plainDollars(value as Cents),
  category: (value, categoryName) => categoryName(value as string),
  condition: (value) => conditionWords(value as string),
}

/** Writes an item's fields as a form or a file shows them; '' for an empty field. */
export function writtenTexts(item: Partial<ItemTexts>, categoryName: CategoryNames): Record<StoredFieldName, string> {
  const texts = itemTextsOf(item)
  const written = STORED_FIELDS.map(({ name, key, kind }) => [name, texts[key] ? WRITE[kind](texts[key], categoryName) : ''])
  return Object.fromEntries(written) as Record<StoredFieldName, string>
}

/** Sentence about what is wrong with an entered field. */
export type TextProblem = { readonly name: StoredFieldName; readonly message: string }

/** Reads typed or imported texts. When anything is wrong, `texts` is undefined and `problems` lists everything that is wrong. */
export function readTexts(
  entered: Readonly<Record<StoredFieldName, string>>,
  categoryId: CategoryIds,
): { texts: ItemTexts | undefined; problems: TextProblem[] } {
  const problems: TextProblem[] = []
  const values = STORED_FIELDS.map(({ name, key, kind, blank, isBarcode }) => {
    const reading = READ[kind](isBarcode ? enteredBarcode(entered[name]) : entered[name], categoryId)
    if ('value' in reading) return [key, reading.value]
    problems.push({ name, message: reading.problem })
    return [key, blank]
  })
  const parsed = itemTextsSchema.safeParse(Object.fromEntries(values))
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = STORED_FIELDS.find(({ key }) => key === path[0])
    if (field) problems.push({ name: field.name, message })
  }
  return { texts: problems.length === 0 ? parsed.data : undefined, problems }
}
