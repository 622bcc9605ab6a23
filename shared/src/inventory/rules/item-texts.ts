import { STORED_FIELDS } from '../fields.ts'
import type { ItemTexts } from '../schema.ts'

/** Copies an item's texts. A field that an older release lacks becomes blank. */
export function itemTextsOf(item: Partial<ItemTexts>): ItemTexts {
  return Object.fromEntries(STORED_FIELDS.map(({ key, blank }) => [key, item[key] ?? blank])) as ItemTexts
}

/** Texts of a new item before any entry. */
export const BLANK_ITEM_TEXTS: ItemTexts = itemTextsOf({})
