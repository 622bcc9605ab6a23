import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'

/** True while there is a piece to sell. */
export const isSellable = (item: Item): boolean => shownQuantity(item) > 0

/** The same items, those in stock before those that are sold out. */
export function sellableFirst(items: readonly Item[]): readonly Item[] {
  return [...items.filter(isSellable), ...items.filter((item) => !isSellable(item))]
}
