import type { Item } from '../../inventory/schema.ts'

/** Name, link and picture of a barcode. */
export type ListedTexts = Pick<Item, 'itemName' | 'link' | 'imageUrl'>

/** Texts under which a barcode is traded, each taken from the item with the most pieces (for link and picture: among the items that have one); the
 *  alphabet breaks ties; undefined without items. The marketplace's list picks them in the same way, so that a trade shows the texts its buyer saw.
 *  */
export function listedTexts(items: readonly (ListedTexts & Pick<Item, 'stockCount'>)[]): ListedTexts | undefined {
  const ordered = (field: keyof ListedTexts) =>
    [...items].sort((a, b) => b.stockCount - a.stockCount || (a[field] < b[field] ? -1 : 1)).map((item) => item[field])
  const [itemName] = ordered('itemName')
  const some = (field: 'link' | 'imageUrl') => ordered(field).find((text) => text !== '') ?? ''
  return itemName === undefined ? undefined : { itemName, link: some('link'), imageUrl: some('imageUrl') }
}
