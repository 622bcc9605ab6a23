import type { ItemFieldName } from './fields.ts'

// Apart from what fields hold: a till needs no name of a column before its first sale, and loads this with the screens that do.

/** What people and files call a field. */
type FieldNames = {
  /** Its name in a sentence: import, audit. */
  readonly label: string
  /** Header of its column in the list and in exported files. */
  readonly header: string
  /** Headers the import takes for it, best first, compared without case, spaces and punctuation. The first is its exact name. */
  readonly synonyms: readonly string[]
  /** A row of an import needs it. */
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
}

/** A list of every field, and of other columns between them. One that forgets a field does not compile. */
const everyField = <const List extends readonly string[]>(
  list: List & (ItemFieldName extends List[number] ? unknown : { readonly forgotten: Exclude<ItemFieldName, List[number]> }),
): List => list

/** The order in which the import asks for fields: first what each row needs. A field that comes first also takes a doubtful header first. */
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
])

/** Columns of an exported file: those of the list first, then what only another program needs. */
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
  'id',
  'consignorId',
])
