import type { Item } from '../../inventory/schema.ts'

/** Name, link and picture of a barcode. */
export type ListedTexts = Pick<Item, 'itemName' | 'link' | 'imageUrl'>

/** Selects name, link and picture of a barcode, each from the item with the most pieces that has one. The marketplace's list selects them in the same
 *  way, so that a trade shows the texts that its buyer saw. */
export function listedTexts(items: readonly (ListedTexts & Pick<Item, 'stockCount'>)[]): ListedTexts | undefined {
  const ordered = (field: keyof ListedTexts) =>
    [...items].sort((a, b) => b.stockCount - a.stockCount || (a[field] < b[field] ? -1 : 1)).map((item) => item[field])
  const [itemName] = ordered('itemName')
  const some = (field: 'link' | 'imageUrl') => ordered(field).find((text) => text !== '') ?? ''
  return itemName === undefined ? undefined : { itemName, link: some('link'), imageUrl: some('imageUrl') }
}
