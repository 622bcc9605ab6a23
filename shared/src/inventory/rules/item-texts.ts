import { STORED_FIELDS } from '../fields.ts'
import type { ItemTexts } from '../schema.ts'

/** Copies an item's texts. Rows and snapshots of an older release lack the newest fields, which become blank. */
export function itemTextsOf(item: Partial<ItemTexts>): ItemTexts {
  return Object.fromEntries(STORED_FIELDS.map(({ key, blank }) => [key, item[key] ?? blank])) as ItemTexts
}

/** Texts of a new item before any entry. */
export const BLANK_ITEM_TEXTS: ItemTexts = itemTextsOf({})
