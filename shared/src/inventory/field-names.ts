import type { ItemFieldName } from './fields.ts'

// a separate file, because only some screens need these names and the till starts without them

/** Names of a field for people and files. */
type FieldNames = {
  /** Name in a sentence: import, audit. */
  readonly label: string
  /** Column header in the list and in exported files. */
  readonly header: string
  /** Headers that the import accepts, the best first. Case, spaces and punctuation do not matter. */
  readonly synonyms: readonly string[]
  /** Required in every row of an import. */
  readonly isRequired?: true
}

/** The names of every field. */
export const FIELD_NAMES: Readonly<Record<ItemFieldName, FieldNames>> = {
  itemName: {
    label: 'Item name',
    header: 'Item Name',
    isRequired: true,
    synonyms: ['itemname', 'name', 'productname', 'product', 'item', 'description', 'title'],
  },
  listingTitle: {
    label: 'Listing title',
    header: 'Listing Title',
    synonyms: ['listingtitle', 'listing', 'title'],
  },
  barcode1: {
    label: 'Barcode 1',
    header: 'Barcode 1',
    isRequired: true,
    synonyms: ['barcode1', 'barcode', 'upc', 'ean', 'gtin', 'upca', 'ean13', 'upcean', 'isbn', 'code', 'sku'],
  },
  barcode2: {
    label: 'Barcode 2',
    header: 'Barcode 2',
    synonyms: ['barcode2', 'secondbarcode', 'alternatebarcode', 'altbarcode', 'asin', 'fnsku'],
  },
  location: {
    label: 'Location',
    header: 'Location',
    synonyms: ['location', 'shelf', 'bin', 'place', 'aisle', 'warehouse'],
  },
  quantity: {
    label: 'Quantity',
    header: 'Quantity',
    synonyms: ['quantity', 'qty', 'stock', 'stockcount', 'count', 'onhand', 'available', 'units', 'pieces'],
  },
  link: {
    label: 'Link',
    header: 'Link',
    synonyms: ['link', 'url', 'productlink', 'producturl', 'listinglink', 'listingurl', 'website'],
  },
  imageUrl: {
    label: 'Picture address',
    header: 'Picture Address',
    synonyms: ['imageurl', 'image', 'picture', 'pictureaddress', 'pictureurl', 'photo', 'photourl', 'img', 'thumbnail', 'imagelink'],
  },
  price: {
    label: 'Price',
    header: 'Price',
    synonyms: ['price', 'saleprice', 'retailprice', 'unitprice', 'askingprice', 'msrp'],
  },
  categoryId: {
    label: 'Category',
    header: 'Category',
    synonyms: ['category', 'categories', 'productcategory', 'producttype', 'type', 'department'],
  },
  condition: {
    label: 'Condition',
    header: 'Condition',
    synonyms: ['condition', 'itemcondition', 'grade'],
  },
}

/** Returns the list. A list that omits a field does not compile; other columns are allowed. */
const everyField = <const List extends readonly string[]>(
  list: List & (ItemFieldName extends List[number] ? unknown : { readonly forgotten: Exclude<ItemFieldName, List[number]> }),
): List => list

/** Order in which the import asks for fields. An earlier field wins an ambiguous header. */
export const IMPORT_ORDER = everyField([
  'itemName',
  'barcode1',
  'barcode2',
  'listingTitle',
  'location',
  'quantity',
  'price',
  'link',
  'imageUrl',
  'categoryId',
  'condition',
])

/** Columns of an exported file: first those of the inventory's list, then those for other programs. */
export const EXPORT_ORDER = everyField([
  'itemName',
  'listingTitle',
  'barcode1',
  'barcode2',
  'location',
  'quantity',
  'price',
  'source',
  'link',
  'imageUrl',
  'categoryId',
  'condition',
  'id',
  'consignorId',
])
