import { searchKey } from '../../kernel/text.ts'
import { SEARCHED_KEYS, type SearchedKey } from '../fields.ts'

type Searched = { readonly [Key in SearchedKey]?: string | undefined }

/** What a search compares with: the searched fields as `searchKey` makes them, one a line. No needle holds a line break, so none matches across two fields. */
export function itemHaystack(item: Searched): string {
  return SEARCHED_KEYS.map((key) => searchKey(item[key] ?? '')).join('\n')
}

/** Finds a text in an item, whatever its case and width; an empty text matches everything. */
export function itemMatches(item: Searched, text: string): boolean {
  return itemHaystack(item).includes(searchKey(text))
}
