import { SEARCHED_KEYS } from '@shop/shared/inventory/fields.ts'
import { barcodeKeys } from '@shop/shared/inventory/rules/barcodes.ts'
import { searchNeedles } from '@shop/shared/inventory/rules/item-search.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import type { View } from '../ports/contract.ts'
import type { RowChanges } from '../rows/row-changes.ts'
import type { BaseRows } from '../rows/rows.ts'
import { Haystack } from './haystack.ts'
import type { ItemSearchOptions } from './search-options.ts'
import type { SimilarItems } from './similar-items.ts'

/** Search over the items of this device, without the network. */
export type ItemSearch = {
  /** Items with `text` in their name, listing title, barcodes or location, regardless of case and of the spelling of a barcode. All items for an
   *  empty text. */
  search(text: string, options: ItemSearchOptions): Item[]
  /** Items that `text` may mean when no item contains it: its words stand in another order, or are misspelt. None until the first call has loaded
   *  what this needs; then the search is a new object. */
  similar(text: string, options: ItemSearchOptions): Item[]
  /** Items with this barcode, in any of its spellings (UPC-A, EAN-13, GTIN-14, UPC-E). */
  byBarcode(code: string): Item[]
}

/** An ItemSearch that screens can watch: a new object after each change of items. */
export type LiveItemSearch = { readonly subscribe: (listener: () => void) => () => void; readonly snapshot: () => ItemSearch }

const findsNothing: ItemSearch = { search: () => [], similar: () => [], byBarcode: () => [] }

/** The search while nobody is signed in. It finds nothing. */
export const emptyItemSearch: LiveItemSearch = { subscribe: () => () => undefined, snapshot: () => findsNothing }

/** Separator between the fields of one row. No query contains it, because search normalisation strips control characters. */
const FIELD_BREAK = '\u0001'

// Search normalisation changes only the case of visible ASCII and of Latin-1 letters, so lower case suffices for nearly all rows. A field that itself
// contains a field break does not match.
const PLAIN = new RegExp(`^[\\x20-\\x7e\\xc0-\\xff]*(?:\\x01[\\x20-\\x7e\\xc0-\\xff]*){${SEARCHED_KEYS.length - 1}}$`)

function textOf(item: Item): string {
  // a row of an older release lacks the newest fields
  const joined = SEARCHED_KEYS.map((key) => item[key] ?? '').join(FIELD_BREAK)
  if (PLAIN.test(joined)) return joined.toLowerCase()
  return SEARCHED_KEYS.map((key) => searchKey(item[key] ?? '')).join(FIELD_BREAK)
}

/** Passes to `take` each code that finds an item. A code of eight characters may be a UPC-E: all its spellings are passed, because the long form of a
 *  UPC-E does not lead back to every short form. */
function eachStoredCode(item: Item, take: (code: string) => void): void {
  for (const stored of [item.barcode1, item.barcode2]) {
    const code = stored.trim()
    if (code.length === 8) for (const key of barcodeKeys(code)) take(key)
    else if (code !== '') take(code)
  }
}

/** Search over the items of a view. Haystack and barcode map are built at the first search that needs them, and updated with each changed item. */
export class ItemSearchIndex implements LiveItemSearch {
  private haystack: Haystack | null = null
  /** Built for rows not shown yet; usable only if they are then shown unchanged. */
  private expected: { readonly rows: readonly Item[]; readonly haystack: Haystack } | null = null
  /** Ids by code. The id of an item that lost a code stays until the next rebuild, and look-ups skip it. */
  private idsByCode: Map<string, string | string[]> | null = null
  private similarItems: SimilarItems | null = null
  private isLoading = false
  private readonly listeners = new Set<() => void>()
  private current: ItemSearch | null = null

  constructor(private readonly view: View) {}

  /** Builds the haystack of rows that are about to be shown. Does so in a later task, so that the caller's own work comes first. */
  expect(base: BaseRows): void {
    setTimeout(() => {
      const rows = base.of(items.name).all() as readonly Item[]
      this.expected = { rows, haystack: haystackOf(rows) }
    })
  }

  changed(changes: RowChanges): void {
    const ids = changes.idsOf(items.name)
    if (!ids) return
    if (ids === 'all') this.forget()
    else for (const id of ids) this.update(id)
    this.tell()
  }

  private tell(): void {
    this.current = null
    for (const listener of [...this.listeners]) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly snapshot = (): ItemSearch => {
    this.current ??= {
      search: (text, options) => this.search(text, options),
      similar: (text, options) => this.similar(text, options),
      byBarcode: (code) => this.byBarcode(code),
    }
    return this.current
  }

  private search(text: string, { limit, filter, first }: ItemSearchOptions): Item[] {
    const needles = searchNeedles(text)
    const found = new Map<string, Item>()
    const others = new Map<string, Item>()
    const take = (item: Item | undefined) => {
      if (item && found.size < limit && (!filter || filter(item))) {
        if (!first || first(item)) found.set(item.id, item)
        else if (others.size < limit) others.set(item.id, item)
      }
      return found.size < limit
    }
    if (limit < 1) return []
    if (needles.includes('')) {
      for (const item of this.view.all(items)) if (!take(item)) break
    } else for (const needle of needles) this.built().find(needle, (id) => take(this.view.get(items, id)))
    return others.size === 0 ? [...found.values()] : [...found.values(), ...others.values()].slice(0, limit)
  }

  private similar(text: string, options: ItemSearchOptions): Item[] {
    if (!this.similarItems) void this.loadSimilar()
    return this.similarItems?.search(text, options) ?? []
  }

  /** Resolves when `similar` finds items. */
  async loadSimilar(): Promise<void> {
    if (this.isLoading) return
    this.isLoading = true
    const loaded = await import('./similar-items.ts').catch(() => null)
    this.isLoading = false
    if (!loaded) return
    const own = new loaded.SimilarItems({
      textOf,
      get: (id) => this.view.get(items, id),
      find: (wanted, take) => this.findExact(wanted, take),
    })
    this.similarItems = own
    await own.collect(this.view.all(items))
    if (this.similarItems === own) this.tell()
  }

  /** Passes to `take` the items whose text contains `wanted`, until `take` answers false. */
  private findExact(wanted: string, take: (item: Item) => boolean): void {
    this.built().find(wanted, (id) => {
      const item = this.view.get(items, id)
      return item === undefined || take(item)
    })
  }

  private byBarcode(code: string): Item[] {
    const idsByCode = this.builtCodes()
    const wanted = new Set(code.trim() === '' ? [] : barcodeKeys(code))
    const ids = new Set<string>()
    for (const key of wanted) for (const id of [idsByCode.get(key) ?? []].flat()) ids.add(id)
    return [...ids].flatMap((id) => {
      const item = this.view.get(items, id)
      let hasIt = false
      if (item) eachStoredCode(item, (stored) => (hasIt ||= wanted.has(stored)))
      return item && hasIt ? item : []
    })
  }

  private built(): Haystack {
    if (this.haystack) return this.haystack
    const all = this.view.all(items)
    const { expected } = this
    this.expected = null
    const isExpected = expected?.rows.length === all.length && all.every((item, at) => item === expected.rows[at])
    this.haystack = isExpected ? expected.haystack : haystackOf(all)
    return this.haystack
  }

  private builtCodes(): Map<string, string | string[]> {
    if (this.idsByCode) return this.idsByCode
    const built = new Map<string, string | string[]>()
    for (const item of this.view.all(items)) addCodes(built, item)
    this.idsByCode = built
    return built
  }

  private forget(): void {
    this.haystack = null
    this.similarItems = null
    this.idsByCode = null
  }

  private update(id: string): void {
    const item = this.view.get(items, id)
    this.haystack?.set(id, item ? textOf(item) : null)
    if (item) this.similarItems?.take(item)
    if (item && this.idsByCode) addCodes(this.idsByCode, item)
  }
}

function haystackOf(rows: readonly Item[]): Haystack {
  return new Haystack(
    rows.map((item) => item.id),
    rows.map(textOf),
  )
}

function addCodes(idsByCode: Map<string, string | string[]>, item: Item): void {
  eachStoredCode(item, (code) => {
    const ids = idsByCode.get(code)
    if (ids === undefined) idsByCode.set(code, item.id)
    else if (typeof ids === 'string') {
      if (ids !== item.id) idsByCode.set(code, [ids, item.id])
    } else if (!ids.includes(item.id)) ids.push(item.id)
  })
}
