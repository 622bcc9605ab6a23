import { STORED_FIELDS } from '../fields.ts'
import type { ItemTexts } from '../schema.ts'

/** A copy of an item's texts. Rows and snapshots of an older release lack the newest fields: those are blank. */
export function itemTextsOf(item: Partial<ItemTexts>): ItemTexts {
  return Object.fromEntries(STORED_FIELDS.map(({ key, blank }) => [key, item[key] ?? blank])) as ItemTexts
}

/** A new item before anything is entered. */
export const BLANK_ITEM_TEXTS: ItemTexts = itemTextsOf({})
