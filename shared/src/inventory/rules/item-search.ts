import { searchKey } from '../../kernel/text.ts'
import { SEARCHED_KEYS, type SearchedKey } from '../fields.ts'
import { barcodeKeys } from './barcodes.ts'

type Searched = { readonly [Key in SearchedKey]?: string | undefined }

/** Joins the searched fields into the text for a search, one field a line. No search text has a line break, so none matches across two fields. */
export function itemHaystack(item: Searched): string {
  return SEARCHED_KEYS.map((key) => searchKey(item[key] ?? '')).join('\n')
}

/** Lists the texts, each a `searchKey`, of which an item must contain one to match a search text. For a barcode these are the spellings that contain
 *  no other spelling: a UPC-A also finds the EAN-13 around it. */
export function searchNeedles(text: string): string[] {
  const keys = barcodeKeys(searchKey(text))
  return keys.filter((key) => !keys.some((other) => other !== key && key.includes(other)))
}

/** True when an item matches a search text, in any case and character width, or is of the same product as a barcode. An empty text matches every
 *  item. */
export function itemMatches(item: Searched, text: string): boolean {
  const haystack = itemHaystack(item)
  return searchNeedles(text).some((needle) => haystack.includes(needle))
}
