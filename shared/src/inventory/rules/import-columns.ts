import { searchKey } from '../../kernel/text.ts'
import { FIELD_NAMES, IMPORT_ORDER } from '../field-names.ts'
import type { ItemFieldName } from '../fields.ts'

/** Fields that a column of a file can fill, in the order of the mapping screen. */
export const IMPORT_FIELDS: readonly { readonly field: ItemFieldName; readonly label: string; readonly required: boolean }[] =
  IMPORT_ORDER.map((field) => ({ field, label: FIELD_NAMES[field].label, required: FIELD_NAMES[field].isRequired ?? false }))

/** Number of the column that fills each field, from 0. */
export type ColumnMapping = Partial<Record<ItemFieldName, number>>

/** A header without case, spaces and punctuation. */
export const headerKey = (header: string): string => searchKey(header).replace(/[^\p{L}\p{N}]/gu, '')

/** Guesses the mapping from a header row. Each column fills at most one field. */
export function guessColumns(headers: readonly string[]): ColumnMapping {
  const keys = headers.map(headerKey)
  const taken = new Set<number>()
  const mapping: ColumnMapping = {}
  const take = (field: ItemFieldName, synonyms: readonly string[]) => {
    for (const synonym of synonyms) {
      const column = keys.findIndex((key, index) => key === synonym && !taken.has(index))
      if (mapping[field] !== undefined || column < 0) continue
      mapping[field] = column
      taken.add(column)
    }
  }
  // each field's own name comes first, so that no earlier field takes this column by a synonym
  for (const { field } of IMPORT_FIELDS) take(field, FIELD_NAMES[field].synonyms.slice(0, 1))
  for (const { field } of IMPORT_FIELDS) take(field, FIELD_NAMES[field].synonyms)
  return mapping
}

/** Lists the labels of required fields that no column fills. */
export function missingColumns(mapping: ColumnMapping): string[] {
  return IMPORT_FIELDS.filter(({ field, required }) => required && mapping[field] === undefined).map(({ label }) => label)
}
