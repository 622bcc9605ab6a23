import type { Item } from '../../inventory/schema.ts'

/** Name, link and picture of a barcode. */
export type ListedTexts = Pick<Item, 'itemName' | 'link' | 'imageUrl'>

/** The texts a barcode is traded under: the name of the item with the most pieces, and link and picture of the one with the most that has any; of several such the
 *  first by its letters. The marketplace's list orders them alike, so that a trade says what its buyer saw there. Undefined for no items. */
export function listedTexts(items: readonly (ListedTexts & Pick<Item, 'stockCount'>)[]): ListedTexts | undefined {
  const ordered = (field: keyof ListedTexts) =>
    [...items].sort((a, b) => b.stockCount - a.stockCount || (a[field] < b[field] ? -1 : 1)).map((item) => item[field])
  const [itemName] = ordered('itemName')
  const some = (field: 'link' | 'imageUrl') => ordered(field).find((text) => text !== '') ?? ''
  return itemName === undefined ? undefined : { itemName, link: some('link'), imageUrl: some('imageUrl') }
}
