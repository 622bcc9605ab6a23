import { searchKey } from '../../kernel/text.ts'
import type { Item } from '../schema.ts'

/** Fields a free-text search looks at, in the order they are joined (spec §2). The server's search column is made of the same. */
const SEARCHED = ['itemName', 'listingTitle', 'barcode1', 'barcode2', 'location'] as const

/** What a search compares with: the searched fields as `searchKey` makes them, one a line. No needle holds a line break, so none matches across two fields. */
export function itemHaystack(item: Pick<Item, (typeof SEARCHED)[number]>): string {
  return SEARCHED.map((field) => searchKey(item[field])).join('\n')
}

/** Does the item contain the text, whatever its case and width? An empty text matches everything (spec §5 Search inputs, design §9). */
export function itemMatches(item: Pick<Item, (typeof SEARCHED)[number]>, text: string): boolean {
  return itemHaystack(item).includes(searchKey(text))
}
