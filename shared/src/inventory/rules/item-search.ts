import { searchKey } from '../../kernel/text.ts'
import { SEARCHED_KEYS, type SearchedKey } from '../fields.ts'

type Searched = { readonly [Key in SearchedKey]?: string | undefined }

/** Text that a search runs against: the searched fields as `searchKey` makes them, one per line. No search text has a line break, so none matches
 *  across two fields. */
export function itemHaystack(item: Searched): string {
  return SEARCHED_KEYS.map((key) => searchKey(item[key] ?? '')).join('\n')
}

/** True when an item matches a search text, whatever its case and width; an empty text matches everything. */
export function itemMatches(item: Searched, text: string): boolean {
  return itemHaystack(item).includes(searchKey(text))
}
