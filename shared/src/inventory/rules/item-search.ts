import { searchKey } from '../../kernel/text.ts'
import { SEARCHED_KEYS, type SearchedKey } from '../fields.ts'

type Searched = { readonly [Key in SearchedKey]?: string | undefined }

/** Joins the searched fields into the text for a search, one field a line. No search text has a line break, so none matches across two fields. */
export function itemHaystack(item: Searched): string {
  return SEARCHED_KEYS.map((key) => searchKey(item[key] ?? '')).join('\n')
}

/** True when an item matches a search text, in any case and character width. An empty text matches every item. */
export function itemMatches(item: Searched, text: string): boolean {
  return itemHaystack(item).includes(searchKey(text))
}
