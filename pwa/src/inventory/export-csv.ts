import { EXPORT_ORDER, FIELD_NAMES } from '@shop/shared/inventory/field-names.ts'
import { type CategoryNames, writtenTexts } from '@shop/shared/inventory/rules/entered-texts.ts'
import { type Item, shownQuantity } from '@shop/shared/inventory/schema.ts'
import type { CsvValue } from '@shop/shared/kernel/csv.ts'
import { downloadCsv } from '../ui/download-csv.ts'
import { dated } from '../ui/download-file.ts'
import { sourceLabel } from './item-list.ts'

type ExportColumn = (typeof EXPORT_ORDER)[number]

const ABOUT: Readonly<Record<ExportColumn, { readonly header: string }>> = {
  ...FIELD_NAMES,
  source: { header: 'Source' },
  id: { header: 'Item Id' },
  consignorId: { header: 'Consignor Id' },
}

type Names = { readonly ownerName: (consignorId: string) => string; readonly categoryName: CategoryNames }

/** The items as CSV rows, headers first. The import recognises these headers. */
export function* exportRows(items: Iterable<Item>, { ownerName, categoryName }: Names): Generator<readonly CsvValue[]> {
  yield EXPORT_ORDER.map((column) => ABOUT[column].header)
  for (const item of items) {
    const cells: Record<ExportColumn, CsvValue> = {
      ...writtenTexts(item, categoryName),
      quantity: shownQuantity(item),
      source: sourceLabel(item, ownerName),
      id: item.id,
      consignorId: item.consignorId,
    }
    yield EXPORT_ORDER.map((column) => cells[column])
  }
}

/** Downloads the items as a CSV file in which a spreadsheet runs no cell as a formula. */
export function exportItems(items: readonly Item[], names: Names, timeZone: string): void {
  downloadCsv(dated('inventory', 'csv', timeZone), exportRows(items, names))
}
