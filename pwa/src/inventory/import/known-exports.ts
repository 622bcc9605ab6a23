import { type ColumnMapping, guessColumns, headerKey } from '@shop/shared/inventory/rules/import-columns.ts'
import type { RawImportRow } from '@shop/shared/inventory/rules/import-rows.ts'

/** A program whose exports the import knows by their headers. Each field lists the headers that fill it, the best first; `Price […` stands for a header
 *  that goes on with the name of a place. */
type Program = {
  readonly name: string
  /** Headers that together no other program writes. */
  readonly signs: readonly string[]
  readonly itemName: readonly string[]
  readonly barcode1: readonly string[]
  readonly quantity: readonly string[]
  readonly price: readonly string[]
  readonly imageUrl: readonly string[]
  readonly categoryId: readonly string[]
  /** Column that is equal in all rows of one product. Only the first of them has the product's name, picture and category. */
  readonly product?: readonly string[]
  /** Columns that tell the variants of a product apart, such as size and colour. */
  readonly variants: readonly string[]
}

const OPTIONS = ['Option1 Value', 'Option2 Value', 'Option3 Value']

const PROGRAMS: readonly Program[] = [
  {
    name: 'Shopify',
    signs: ['Handle', 'Title', 'Variant Price'],
    itemName: ['Title'],
    barcode1: ['Variant Barcode', 'Variant SKU'],
    quantity: ['Variant Inventory Qty'],
    price: ['Variant Price'],
    imageUrl: ['Variant Image', 'Image Src'],
    categoryId: ['Type', 'Product Category'],
    product: ['Handle'],
    variants: OPTIONS,
  },
  {
    name: 'Shopify',
    signs: ['URL handle', 'Title', 'Option1 value', 'Price'],
    itemName: ['Title'],
    barcode1: ['Barcode', 'SKU'],
    quantity: ['Inventory quantity'],
    price: ['Price'],
    imageUrl: ['Variant image URL', 'Product image URL'],
    categoryId: ['Type', 'Product category'],
    product: ['URL handle'],
    variants: OPTIONS,
  },
  {
    name: 'Square',
    signs: ['Item Name', 'Variation Name', 'SKU', 'Price'],
    itemName: ['Item Name'],
    barcode1: ['GTIN', 'SKU'],
    quantity: ['Current Quantity …'],
    price: ['Price'],
    imageUrl: [],
    categoryId: ['Reporting Category', 'Category', 'Categories'],
    variants: ['Variation Name'],
  },
  {
    name: 'Loyverse',
    signs: ['Handle', 'Name', 'Available for sale […', 'Price […'],
    itemName: ['Name'],
    barcode1: ['Barcode', 'SKU'],
    quantity: ['In stock […'],
    price: ['Price […', 'Default price'],
    imageUrl: [],
    categoryId: ['Category'],
    product: ['Handle'],
    variants: OPTIONS,
  },
  {
    name: 'ConsignCloud',
    signs: ['SKU', 'Title', 'Tag Price'],
    itemName: ['Title', 'Description'],
    barcode1: ['SKU'],
    quantity: ['Quantity'],
    price: ['Tag Price'],
    imageUrl: ['Image', 'Images'],
    categoryId: ['Category'],
    variants: [],
  },
]

/** Names that programs give to the only variant of a product. */
const ONLY_VARIANT = ['default title', 'regular', 'default']

const FIELDS = ['itemName', 'barcode1', 'quantity', 'price', 'imageUrl', 'categoryId'] as const
type Columns = { readonly [Field in (typeof FIELDS)[number] | 'product' | 'variants']: readonly number[] }

/** The table of a file, with the program that wrote it, and a mapping that fits. */
export type KnownExport = {
  readonly program: string
  readonly mapping: ColumnMapping
  readonly rows: readonly RawImportRow[]
  /** Number of rows without goods: further pictures of a product. */
  readonly leftOut: number
}

/** Recognises the export of another program. Its rows get names with their variants, and the product's number where a variant has no barcode. Null for
 *  any other file. */
export function readKnownExport(headers: readonly string[], rows: readonly RawImportRow[]): KnownExport | null {
  const keys = headers.map(headerKey)
  const indexOf = (header: string) => {
    const start = header.endsWith('…') ? header.slice(0, -1).toLowerCase() : null
    if (start === null) return keys.indexOf(headerKey(header))
    return headers.findIndex((one) => one.toLowerCase().startsWith(start) && one.length > start.length)
  }
  const program = PROGRAMS.find(({ signs }) => signs.every((header) => indexOf(header) >= 0))
  if (!program) return null
  const all = (names: readonly string[] = []) => names.map(indexOf).filter((index) => index >= 0)
  const columns: Columns = {
    ...(Object.fromEntries(FIELDS.map((field) => [field, all(program[field])])) as Record<(typeof FIELDS)[number], number[]>),
    product: all(program.product),
    variants: all(program.variants),
  }
  const known = Object.fromEntries(FIELDS.flatMap((field) => (columns[field][0] === undefined ? [] : [[field, columns[field][0]]])))
  const taken = new Set(Object.values(known))
  // what this program's exports do not have is guessed from the other headers
  const guessed = Object.entries(guessColumns(headers)).filter(([field, index]) => !(field in known) && !taken.has(index))
  const mapping: ColumnMapping = { ...Object.fromEntries(guessed.filter(([field]) => field !== 'listingTitle')), ...known }
  const joined = joinedRows(rows, columns)
  return { program: program.name, mapping, rows: joined, leftOut: rows.length - joined.length }
}

/** Writes each field into its first column. Drops rows that have only a further picture of a product. */
function joinedRows(rows: readonly RawImportRow[], columns: Columns): RawImportRow[] {
  let product = { id: '', itemName: '', imageUrl: '', categoryId: '' }
  return rows.flatMap((row) => {
    const first = (field: keyof Columns) => columns[field].map((index) => (row.cells[index] ?? '').trim()).find((text) => text !== '') ?? ''
    const id = first('product')
    const isSame = id !== '' && id === product.id
    if (!isSame) product = { id, itemName: first('itemName'), imageUrl: first('imageUrl'), categoryId: leaf(first('categoryId')) }
    const variants = columns.variants.map((index) => (row.cells[index] ?? '').trim()).filter(isVariant)
    const goods = [...variants, first('itemName'), first('barcode1'), first('price')]
    if (isSame && first('imageUrl') !== '' && goods.every((text) => text === '')) return []
    const itemName = first('itemName') || product.itemName
    const price = first('price')
    const cells = [...row.cells]
    const put = (field: (typeof FIELDS)[number], text: string) => {
      const index = columns[field][0]
      if (index !== undefined) cells[index] = text
    }
    put('itemName', itemName !== '' && variants.length > 0 ? `${itemName} – ${variants.join(' / ')}` : itemName)
    put('barcode1', first('barcode1').replace(/^'/, ''))
    put('price', /^variable$/i.test(price) ? '' : price)
    put('imageUrl', first('imageUrl').split(/[\s,;]+(?=https?:)/i)[0] || product.imageUrl)
    put('categoryId', leaf(first('categoryId')) || product.categoryId)
    return [{ ...row, cells }]
  })
}

/** The last part of a path such as “Apparel > Shoes”. */
const leaf = (path: string) => path.split('>').at(-1)?.trim() ?? ''

const isVariant = (text: string) => text !== '' && !ONLY_VARIANT.includes(text.toLowerCase())
