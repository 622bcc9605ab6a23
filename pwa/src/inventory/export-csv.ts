import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import type { CsvValue } from '@shop/shared/kernel/csv.ts'
import { plainDollars } from '@shop/shared/kernel/money.ts'
import { downloadCsv } from '../ui/download-csv.ts'
import { dated } from '../ui/download-file.ts'
import { sourceLabel } from './item-list.ts'

/** Headers that the import recognises again, in the order of the table. */
const HEADERS = [
  'Item Name',
  'Listing Title',
  'Barcode 1',
  'Barcode 2',
  'Location',
  'Quantity',
  'Price',
  'Source',
  'Link',
  'Picture Address',
  'Item Id',
  'Consignor Id',
] as const

/** The items as rows of a file, headers first. */
export function* exportRows(items: Iterable<Item>, ownerName: (consignorId: string) => string): Generator<readonly CsvValue[]> {
  yield HEADERS
  for (const item of items)
    yield [
      item.itemName,
      item.listingTitle,
      item.barcode1,
      item.barcode2,
      item.location,
      shownQuantity(item),
      item.priceCents === null ? null : plainDollars(item.priceCents),
      sourceLabel(item, ownerName),
      item.link,
      item.imageUrl,
      item.id,
      item.consignorId,
    ]
}

/** Hands the items to the person as a CSV file that no spreadsheet runs as formulas. */
export function exportItems(items: readonly Item[], ownerName: (consignorId: string) => string, timeZone: string): void {
  downloadCsv(dated('inventory', 'csv', timeZone), exportRows(items, ownerName))
}
