import { STORED_FIELDS, type StoredField, type StoredFieldName } from '../fields.ts'
import { type ItemTexts, itemTextsSchema } from '../schema.ts'

// The loops below treat every kind of field alike; that a field's value fits its own key is what `ITEM_FIELDS` guarantees.
const textsBy = (valueFor: (field: StoredField) => unknown) =>
  Object.fromEntries(STORED_FIELDS.map((field) => [field.key, valueFor(field)])) as ItemTexts

const valueIn = (item: Partial<ItemTexts>, { key, blank }: StoredField): unknown => item[key] ?? blank

/** A new item before anything is entered. */
export const BLANK_ITEM_TEXTS: ItemTexts = textsBy(({ blank }) => blank)

/** A copy of an item's texts. Rows and snapshots of an older release lack the newest fields: those are blank. */
export const itemTextsOf = (item: Partial<ItemTexts>): ItemTexts => textsBy((field) => valueIn(item, field))

/** An item's fields as a form or a file shows them; '' where there is nothing. */
export function writtenTexts(item: Partial<ItemTexts>): Record<StoredFieldName, string> {
  const written = STORED_FIELDS.map((field) => [field.name, field.write(valueIn(item, field))])
  return Object.fromEntries(written) as Record<StoredFieldName, string>
}

/** What is wrong with an entered field, as a sentence for people. */
export type TextProblem = { readonly name: StoredFieldName; readonly message: string }

/** Reads what a person typed or a file holds. `texts` is undefined when a field is wrong; all that are wrong are named, a field with two faults twice. */
export function readTexts(entered: Readonly<Record<StoredFieldName, string>>): { texts: ItemTexts | undefined; problems: TextProblem[] } {
  const problems: TextProblem[] = []
  const values = textsBy((field) => {
    const reading = field.read(field.tidy(entered[field.name]))
    if ('value' in reading) return reading.value
    problems.push({ name: field.name, message: reading.problem })
    return field.blank
  })
  const parsed = itemTextsSchema.safeParse(values)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = STORED_FIELDS.find(({ key }) => key === path[0])
    if (field) problems.push({ name: field.name, message })
  }
  return { texts: problems.length === 0 ? parsed.data : undefined, problems }
}
