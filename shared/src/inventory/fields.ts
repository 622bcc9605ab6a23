import * as z from 'zod/mini'
import { idSchema } from '../kernel/ids.ts'
import { positiveCentsSchema } from '../kernel/money.ts'
import { optionalText, requiredText } from '../kernel/text.ts'
import { CONDITIONS } from './rules/conditions.ts'

type About = {
  /** True for a field with a sortable column in the inventory's list. */
  readonly isListed?: true
  /** True for a field that the owning consignor receives. Admins receive every field. */
  readonly isForOwner?: true
}

type AboutText = About & {
  /** Maximum length in characters. */
  readonly maxChars: number
  /** True for a field that is cleaned like a barcode (`enteredBarcode`). */
  readonly isBarcode?: true
  /** True for a field that the free-text search covers. A migration builds the server's search column from the same fields. */
  readonly isSearched?: true
}

// checks scheme, host and white space only, because `shared` has no URL class (no DOM, no Node)
const URL_PATTERN = /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i

// keeps literal types, so that the compiler knows which fields are listed, searched or stored under another name
const stored = <const A extends AboutText, Schema extends z.ZodMiniType>(about: A, schema: Schema) => ({
  kind: 'text' as const,
  blank: '' as const,
  /** Schema on the item's row. A field added after release 1 is optional there, because older rows on devices lack it. */
  row: z.string(),
  schema,
  ...about,
})
const text = <const A extends AboutText>(about: A) => stored(about, optionalText(about.maxChars))
const requiredField = <const A extends AboutText>(missing: string, about: A) => stored(about, requiredText(about.maxChars, missing))
const webAddress = <const A extends AboutText>(wrong: string, about: A) =>
  stored(about, optionalText(about.maxChars).check(z.refine((address) => address === '' || URL_PATTERN.test(address), wrong)))

const conditionSchema = z.enum(['', ...CONDITIONS], 'Please choose a condition')

/** Fields of an item that people fill in, by their names in forms, files and REST bodies. Schemas, tables, REST, search and copies derive from this
 *  list; form, list, import and export name each field again and do not compile when one is missing. */
export const ITEM_FIELDS = {
  itemName: requiredField('Please enter an item name', {
    maxChars: 500,
    isListed: true,
    isSearched: true,
    isForOwner: true,
  }),
  listingTitle: text({
    maxChars: 500,
    isListed: true,
    isSearched: true,
    isForOwner: true,
  }),
  barcode1: requiredField('Please enter a barcode', {
    maxChars: 100,
    isListed: true,
    isSearched: true,
    isForOwner: true,
    isBarcode: true,
  }),
  barcode2: text({
    maxChars: 100,
    isListed: true,
    isSearched: true,
    isForOwner: true,
    isBarcode: true,
  }),
  location: text({
    maxChars: 200,
    isListed: true,
    isSearched: true,
    isForOwner: true,
  }),
  /** Not stored with the texts, because it is the sum of stock movements. */
  quantity: { kind: 'count' as const, isListed: true as const },
  link: webAddress('Please enter a valid link (http:// or https://)', {
    maxChars: 2_000,
    isListed: true,
    isForOwner: true,
  }),
  imageUrl: webAddress('Please enter a valid picture address (http:// or https://)', {
    maxChars: 2_000,
    isForOwner: true,
  }),
  /** Tax-inclusive price that the till proposes; null when none is set. */
  price: {
    kind: 'cents' as const,
    key: 'priceCents' as const,
    isListed: true as const,
    blank: null,
    row: z.nullable(positiveCentsSchema),
    schema: z.pipe(
      z.nullish(positiveCentsSchema),
      z.transform((price) => price ?? null),
    ),
    isForOwner: true as const,
  },
  /** Id of a category. Forms and files have the category's name in its place. An item whose category is unknown shows none. */
  categoryId: {
    ...stored({ maxChars: 36, isForOwner: true }, z.pipe(optionalText(36), z.union([z.literal(''), idSchema], 'Not a valid id'))),
    kind: 'category' as const,
    row: z.optional(z.string()),
  },
  condition: {
    ...stored(
      { maxChars: 20, isForOwner: true },
      z.pipe(
        z.nullish(conditionSchema),
        z.transform((condition) => condition ?? ''),
      ),
    ),
    kind: 'condition' as const,
    row: z.optional(conditionSchema),
  },
}

/** A field of an item, by its name in forms, files and REST bodies. */
export type ItemFieldName = keyof typeof ITEM_FIELDS
/** A field that the item's row stores as entered. */
export type StoredFieldName = Exclude<ItemFieldName, 'quantity'>
/** A field with a column in the inventory's list. */
export type ListedFieldName = { [Name in ItemFieldName]: Fields[Name] extends { isListed: true } ? Name : never }[ItemFieldName]
/** Name on the row of a field that the free-text search covers. */
export type SearchedKey = { [Name in StoredFieldName]: Fields[Name] extends { isSearched: true } ? KeyOf<Name> : never }[StoredFieldName]

type Fields = typeof ITEM_FIELDS
/** A field's name on the row. */
type KeyOf<Name extends StoredFieldName> = Fields[Name] extends { key: infer Key extends string } ? Key : Name
type StoredKey = { [Name in StoredFieldName]: KeyOf<Name> }[StoredFieldName]
type StoredShape<Part extends keyof Fields[StoredFieldName]> = { -readonly [Name in StoredFieldName as KeyOf<Name>]: Fields[Name][Part] }

/** Kind of a stored field, which decides how the field is read, written, stored and sent. */
export type StoredKind = Fields[StoredFieldName]['kind']
/** A stored field, for code that handles every field in the same way. */
export type StoredField = AboutText & {
  readonly name: StoredFieldName
  readonly key: StoredKey
  readonly kind: StoredKind
  readonly blank: string | null
  readonly row: z.ZodMiniType
  readonly schema: z.ZodMiniType
}

/** Every stored field, in the order of `ITEM_FIELDS`. */
export const STORED_FIELDS = Object.entries(ITEM_FIELDS)
  .filter(([name]) => name !== 'quantity')
  .map(([name, field]) => ({ key: name, ...field, name })) as unknown as readonly StoredField[]

/** Names on the row of the fields that the free-text search covers, in the order in which the search joins them. */
export const SEARCHED_KEYS = STORED_FIELDS.filter(({ isSearched }) => isSearched).map(({ key }) => key) as readonly SearchedKey[]

/** Collects one part of every stored field, by the field's name on the row. */
export function byRowKey<Part extends 'kind' | 'row' | 'schema'>(part: Part): StoredShape<Part> {
  return Object.fromEntries(STORED_FIELDS.map((field) => [field.key, field[part]])) as StoredShape<Part>
}
