import { z } from 'zod'
import { dollarsSchema, toCents } from '../kernel/dollars.ts'
import { type Cents, centsFromDollars, dollarsFromCents, parseDollars, plainDollars, positiveCentsSchema } from '../kernel/money.ts'
import { optionalText, requiredText } from '../kernel/text.ts'
import { enteredBarcode } from './rules/barcodes.ts'

/** What people and files know a field by, and where it appears. */
type About = {
  /** Its name in a sentence: import, audit. */
  readonly label: string
  /** Header of its column in the list and in exported files. */
  readonly header: string
  /** Headers the import takes for it, best first, compared without case, spaces and punctuation. The first is its exact name. */
  readonly synonyms: readonly string[]
  /** Has a column in the inventory's list, by which it can be sorted. */
  readonly isListed?: true
  /** The consignor who owns the item receives it; admins always do. */
  readonly isForOwner?: true
}

type AboutText = About & {
  /** Longest text, in characters. */
  readonly maxChars: number
  /** The free-text search looks at it. The server's search column must be made of the same fields, by a migration; a test compares the two. */
  readonly isSearched?: true
}

/** A text as typed or found in a file, as a value of its field, or the sentence about what is wrong with it. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string }

const TEXT = {
  kind: 'text',
  blank: '',
  /** On the item's row. A field younger than release 1 is optional here: rows that devices hold from before lack it. */
  row: z.string(),
  restAnswer: z.string(),
  /** Takes away what nobody typed on purpose. */
  tidy: (text: string) => text,
  read: (text: string): Reading<string> => ({ value: text }),
  write: (value: string) => value,
  fromRest: (value: string | null | undefined) => value ?? '',
  toRest: (value: string) => value,
} as const

const CENTS = {
  kind: 'cents',
  blank: null,
  row: positiveCentsSchema.nullable(),
  schema: positiveCentsSchema.nullish().transform((price) => price ?? null),
  /** REST speaks of dollars. */
  restAnswer: z.number().nullable(),
  restBody: dollarsSchema.refine((dollars) => (centsFromDollars(dollars) ?? 0) > 0, 'The price must be greater than 0').nullish(),
  tidy: (text: string) => text.trim(),
  read: (text: string): Reading<Cents | null> => {
    if (text === '') return { value: null }
    const amount = parseDollars(text)
    if (amount === undefined) return { problem: 'Please enter a price such as 12.50' }
    return amount === 0 ? { problem: 'The price must be greater than 0' } : { value: amount }
  },
  write: (value: Cents | null) => (value === null ? '' : plainDollars(value)),
  fromRest: (dollars: number | null | undefined) => (dollars == null ? null : toCents(dollars)),
  toRest: (value: Cents | null) => (value === null ? null : dollarsFromCents(value)),
} as const

const COUNT = { kind: 'count', restAnswer: z.int() } as const

// shared has no URL class (no DOM, no Node): scheme, host, and no white space
const URL_PATTERN = /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i

// These keep literal types: which fields are listed, searched or stored under another name is known to the compiler.
const stored = <const A extends AboutText, Schema extends z.ZodType>(about: A, schema: Schema) => ({
  ...TEXT,
  schema,
  restBody: schema,
  ...about,
})
const text = <const A extends AboutText>(about: A) => stored(about, optionalText(about.maxChars))
const requiredField = <const A extends AboutText>(missing: string, about: A) => ({
  ...stored(about, requiredText(about.maxChars, missing)),
  isRequired: true as const,
})
const webAddress = <const A extends AboutText>(wrong: string, about: A) =>
  stored(
    about,
    optionalText(about.maxChars).refine((address) => address === '' || URL_PATTERN.test(address), wrong),
  )
const barcode = <Field extends object>(field: Field) => ({ ...field, tidy: enteredBarcode })
const cents = <const A extends About & { readonly key: string }>(about: A) => ({ ...CENTS, ...about })
const count = <const A extends About>(about: A) => ({ ...COUNT, ...about })

/** The fields of an item that people fill in, by the names that forms, files and REST bodies know them by, in the order of schemas and REST answers.
 *  Schemas, tables, REST, import, export, search and copies are made of this; form and list name each field once more, or do not compile. */
export const ITEM_FIELDS = {
  itemName: requiredField('Please enter an item name', {
    maxChars: 500,
    label: 'Item name',
    header: 'Item Name',
    synonyms: ['itemname', 'name', 'productname', 'product', 'item', 'description', 'title'],
    isListed: true,
    isSearched: true,
    isForOwner: true,
  }),
  listingTitle: text({
    maxChars: 500,
    label: 'Listing title',
    header: 'Listing Title',
    synonyms: ['listingtitle', 'listing', 'title'],
    isListed: true,
    isSearched: true,
    isForOwner: true,
  }),
  barcode1: barcode(
    requiredField('Please enter a barcode', {
      maxChars: 100,
      label: 'Barcode 1',
      header: 'Barcode 1',
      synonyms: ['barcode1', 'barcode', 'upc', 'ean', 'gtin', 'upca', 'ean13', 'upcean', 'isbn', 'code', 'sku'],
      isListed: true,
      isSearched: true,
      isForOwner: true,
    }),
  ),
  barcode2: barcode(
    text({
      maxChars: 100,
      label: 'Barcode 2',
      header: 'Barcode 2',
      synonyms: ['barcode2', 'secondbarcode', 'alternatebarcode', 'altbarcode', 'asin', 'fnsku'],
      isListed: true,
      isSearched: true,
      isForOwner: true,
    }),
  ),
  location: text({
    maxChars: 200,
    label: 'Location',
    header: 'Location',
    synonyms: ['location', 'shelf', 'bin', 'place', 'aisle', 'warehouse'],
    isListed: true,
    isSearched: true,
    isForOwner: true,
  }),
  /** Not kept as a field: shown from the sum of stock movements, and changed by commands of its own. */
  quantity: count({
    label: 'Quantity',
    header: 'Quantity',
    synonyms: ['quantity', 'qty', 'stock', 'stockcount', 'count', 'onhand', 'available', 'units', 'pieces'],
    isListed: true,
  }),
  link: webAddress('Please enter a valid link (http:// or https://)', {
    maxChars: 2_000,
    label: 'Link',
    header: 'Link',
    synonyms: ['link', 'url', 'productlink', 'producturl', 'listinglink', 'listingurl', 'website'],
    isListed: true,
    isForOwner: true,
  }),
  imageUrl: webAddress('Please enter a valid picture address (http:// or https://)', {
    maxChars: 2_000,
    label: 'Picture address',
    header: 'Picture Address',
    synonyms: ['imageurl', 'image', 'picture', 'pictureaddress', 'pictureurl', 'photo', 'photourl', 'img', 'thumbnail', 'imagelink'],
    isForOwner: true,
  }),
  /** Asking price, tax-inclusive; proposed at the till. Null when none is set. */
  price: cents({
    key: 'priceCents',
    label: 'Price',
    header: 'Price',
    synonyms: ['price', 'saleprice', 'retailprice', 'unitprice', 'askingprice', 'msrp'],
    isForOwner: true,
  }),
}

/** A field of an item, by the name that forms, files and REST bodies know it by. */
export type ItemFieldName = keyof typeof ITEM_FIELDS
/** A field that the item's row keeps as it was entered. */
export type StoredFieldName = Exclude<ItemFieldName, 'quantity'>
/** A field with a column in the inventory's list. */
export type ListedFieldName = { [Name in ItemFieldName]: Fields[Name] extends { isListed: true } ? Name : never }[ItemFieldName]
/** A field on the row that the free-text search looks at. */
export type SearchedKey = { [Name in StoredFieldName]: Fields[Name] extends { isSearched: true } ? KeyOf<Name> : never }[StoredFieldName]

type Fields = typeof ITEM_FIELDS
/** A field's name on the row. */
type KeyOf<Name extends StoredFieldName> = Fields[Name] extends { key: infer Key extends string } ? Key : Name
type StoredKey = { [Name in StoredFieldName]: KeyOf<Name> }[StoredFieldName]
type StoredShape<Part extends keyof Fields[StoredFieldName]> = { -readonly [Name in StoredFieldName as KeyOf<Name>]: Fields[Name][Part] }
type RestShape<Name extends ItemFieldName, Part extends keyof Fields[Name]> = { -readonly [Field in Name]: Fields[Field][Part] }

/** A stored field for those who treat all of them alike; what `unknown` is says its kind. */
export type StoredField = AboutText & {
  readonly name: StoredFieldName
  readonly key: StoredKey
  readonly kind: Fields[StoredFieldName]['kind']
  readonly blank: unknown
  tidy(text: string): string
  read(text: string): Reading<unknown>
  write(value: unknown): string
  fromRest(value: unknown): unknown
  toRest(value: unknown): unknown
}

const names = Object.keys(ITEM_FIELDS) as ItemFieldName[]
const storedNames = names.filter((name) => name !== 'quantity')

/** Every stored field, in the order of `ITEM_FIELDS`. */
export const STORED_FIELDS: readonly StoredField[] = storedNames.map((name) => ({ key: name, ...ITEM_FIELDS[name], name }) as StoredField)

/** Fields on the row that the free-text search looks at, in the order they are joined. */
export const SEARCHED_KEYS = STORED_FIELDS.filter(({ isSearched }) => isSearched).map(({ key }) => key) as readonly SearchedKey[]

/** One part of every stored field by its name on the row: the shape of a schema, the columns of a table. */
export function byRowKey<Part extends keyof Fields[StoredFieldName]>(part: Part): StoredShape<Part> {
  return Object.fromEntries(storedNames.map((name) => [keyOf(name), ITEM_FIELDS[name][part]])) as StoredShape<Part>
}
const keyOf = (name: StoredFieldName) => ('key' in ITEM_FIELDS[name] ? ITEM_FIELDS[name].key : name)

/** The fields of an item in a REST answer. */
export const REST_ANSWER_FIELDS = Object.fromEntries(names.map((name) => [name, ITEM_FIELDS[name].restAnswer])) as RestShape<
  ItemFieldName,
  'restAnswer'
>
/** The fields a REST body may set; the quantity is each call's own. */
export const REST_BODY_FIELDS = Object.fromEntries(storedNames.map((name) => [name, ITEM_FIELDS[name].restBody])) as RestShape<
  StoredFieldName,
  'restBody'
>

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
