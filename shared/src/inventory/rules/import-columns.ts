import { searchKey } from '../../kernel/text.ts'

/** A field that a column of a file can fill. */
export type ImportField = 'itemName' | 'listingTitle' | 'barcode1' | 'barcode2' | 'location' | 'link' | 'imageUrl' | 'price' | 'quantity'

/** The fields in the order of the mapping screen, with the names they are shown by. */
export const IMPORT_FIELDS: readonly { readonly field: ImportField; readonly label: string; readonly required: boolean }[] = [
  { field: 'itemName', label: 'Item name', required: true },
  { field: 'barcode1', label: 'Barcode 1', required: true },
  { field: 'barcode2', label: 'Barcode 2', required: false },
  { field: 'listingTitle', label: 'Listing title', required: false },
  { field: 'location', label: 'Location', required: false },
  { field: 'quantity', label: 'Quantity', required: false },
  { field: 'price', label: 'Price', required: false },
  { field: 'link', label: 'Link', required: false },
  { field: 'imageUrl', label: 'Picture address', required: false },
]

/** Headers as people and other systems write them, best first; compared without case, spaces and punctuation. */
const SYNONYMS: Readonly<Record<ImportField, readonly string[]>> = {
  itemName: ['itemname', 'name', 'productname', 'product', 'item', 'description', 'title'],
  barcode1: ['barcode1', 'barcode', 'upc', 'ean', 'gtin', 'upca', 'ean13', 'upcean', 'isbn', 'code', 'sku'],
  barcode2: ['barcode2', 'secondbarcode', 'alternatebarcode', 'altbarcode', 'asin', 'fnsku'],
  listingTitle: ['listingtitle', 'listing', 'title'],
  location: ['location', 'shelf', 'bin', 'place', 'aisle', 'warehouse'],
  quantity: ['quantity', 'qty', 'stock', 'stockcount', 'count', 'onhand', 'available', 'units', 'pieces'],
  price: ['price', 'saleprice', 'retailprice', 'unitprice', 'askingprice', 'msrp'],
  link: ['link', 'url', 'productlink', 'producturl', 'listinglink', 'listingurl', 'website'],
  imageUrl: ['imageurl', 'image', 'picture', 'pictureaddress', 'pictureurl', 'photo', 'photourl', 'img', 'thumbnail', 'imagelink'],
}

/** Which column (from 0) fills which field. */
export type ColumnMapping = Partial<Record<ImportField, number>>

const headerKey = (header: string): string => searchKey(header).replace(/[^\p{L}\p{N}]/gu, '')

/** Guesses the mapping from a header row. Each column fills one field at most; better names win, then earlier columns. */
export function guessColumns(headers: readonly string[]): ColumnMapping {
  const keys = headers.map(headerKey)
  const taken = new Set<number>()
  const mapping: ColumnMapping = {}
  const take = (field: ImportField, synonyms: readonly string[]) => {
    for (const synonym of synonyms) {
      const column = keys.findIndex((key, index) => key === synonym && !taken.has(index))
      if (mapping[field] !== undefined || column < 0) continue
      mapping[field] = column
      taken.add(column)
    }
  }
  // exact names first, so that `title` does not become the item's name where a `listing title` or a `name` stands beside it
  for (const { field } of IMPORT_FIELDS) take(field, SYNONYMS[field].slice(0, 1))
  for (const { field } of IMPORT_FIELDS) take(field, SYNONYMS[field])
  return mapping
}

/** Required fields that no column fills, by their labels. */
export function missingColumns(mapping: ColumnMapping): string[] {
  return IMPORT_FIELDS.filter(({ field, required }) => required && mapping[field] === undefined).map(({ label }) => label)
}
