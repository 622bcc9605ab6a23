import type { Item } from '../schema.ts'
import { barcodeKeys, sameBarcode } from './barcodes.ts'

/** A consignor's goods at one place of the shop. */
export type Shelf = { readonly consignorId: string; readonly location: string }

const isOn = (item: Item, { consignorId, location }: Shelf): boolean => item.consignorId === consignorId && item.location === location

/** True if more pieces with this barcode may be added to the item: it holds the same product of the same consignor at the same place. */
export const takesMoreOf = (item: Item, barcode: string, shelf: Shelf): boolean =>
  isOn(item, shelf) && barcode.trim() !== '' && sameBarcode(item.barcode1, barcode)

/** Returns a function that finds, by a barcode in any spelling, the oldest item on a shelf to which more pieces may be added. */
export function itemsOnShelf(all: Iterable<Item>, shelf: Shelf): (barcode: string) => Item | undefined {
  const found = new Map<string, Item>()
  for (const item of [...all].filter((one) => isOn(one, shelf)).sort((a, b) => (a.id < b.id ? -1 : 1)))
    for (const key of barcodeKeys(item.barcode1)) if (key !== '' && !found.has(key)) found.set(key, item)
  return (barcode) =>
    barcodeKeys(barcode)
      .map((key) => found.get(key))
      .find((item) => item !== undefined)
}
