import { barcodeKeys } from '@shop/shared/inventory/rules/barcodes.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import type { View } from './contract.ts'
import type { RowChanges } from './row-changes.ts'
import { Haystack } from './haystack.ts'

export type ItemSearchOptions = {
  /** At most this many items. */
  readonly limit: number
  /** Only items it is true for count. */
  readonly filter?: (item: Item) => boolean
}

/** Search over the items of this device (design §4 Search). */
export type ItemSearch = {
  /** Items one of whose texts (name, listing title, barcodes, location) contains `text`, regardless of case. All items for an empty text. */
  search(text: string, options: ItemSearchOptions): Item[]
  /** Items with this barcode, in any of its spellings (UPC-A, EAN-13, GTIN-14, UPC-E). */
  byBarcode(code: string): Item[]
}

/** An ItemSearch that screens can watch: another object after each change of items. */
export type LiveItemSearch = { readonly subscribe: (listener: () => void) => () => void; readonly snapshot: () => ItemSearch }

const findsNothing: ItemSearch = { search: () => [], byBarcode: () => [] }

/** Search while nobody is signed in. */
export const emptyItemSearch: LiveItemSearch = { subscribe: () => () => undefined, snapshot: () => findsNothing }

// Visible ASCII is what search normalisation leaves alone; most rows need no more than lower case.
const PLAIN = /^[\x20-\x7e]*$/
const keyOf = (text: string) => (PLAIN.test(text) ? text.trim().toLowerCase() : searchKey(text))

/** Parts the fields of one row: no query contains it, because search normalisation takes control characters out. */
const FIELD_BREAK = '\u0001'

function textOf(item: Item): string {
  const joined = `${item.itemName}${FIELD_BREAK}${item.listingTitle}${FIELD_BREAK}${item.barcode1}${FIELD_BREAK}${item.barcode2}${FIELD_BREAK}${item.location}`
  if (PLAIN.test(joined.replaceAll(FIELD_BREAK, ''))) return joined.toLowerCase()
  return [item.itemName, item.listingTitle, item.barcode1, item.barcode2, item.location].map(keyOf).join(FIELD_BREAK)
}

/** Codes under which an item is found: as stored, and for a short UPC-E every spelling, since its long forms do not lead back to each short one. */
function storedCodes(item: Item): string[] {
  return [item.barcode1, item.barcode2].flatMap((code) => (code === '' ? [] : code.trim().length === 8 ? barcodeKeys(code) : [code.trim()]))
}

/** Keeps haystack and barcode map in step with the items of a view; built when first asked for. */
export class ItemSearchIndex implements LiveItemSearch {
  private haystack: Haystack | null = null
  private readonly idsByCode = new Map<string, Set<string>>()
  private readonly codesById = new Map<string, string[]>()
  private readonly listeners = new Set<() => void>()
  private current: ItemSearch | null = null

  constructor(private readonly view: View) {}

  /** Takes note of changed rows. */
  changed(changes: RowChanges): void {
    const ids = changes.idsOf(items.name)
    if (!ids) return
    this.current = null
    if (ids === 'all') this.forget()
    else if (this.haystack) for (const id of ids) this.update(id)
    for (const listener of [...this.listeners]) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly snapshot = (): ItemSearch => {
    this.current ??= {
      search: (text, options) => this.search(text, options),
      byBarcode: (code) => this.byBarcode(code),
    }
    return this.current
  }

  private search(text: string, { limit, filter }: ItemSearchOptions): Item[] {
    const wanted = searchKey(text)
    const found: Item[] = []
    const take = (item: Item | undefined) => {
      if (item && (!filter || filter(item))) found.push(item)
      return found.length < limit
    }
    if (limit < 1) return found
    if (wanted === '') {
      for (const item of this.view.all(items)) if (!take(item)) break
    } else this.built().find(wanted, (id) => take(this.view.get(items, id)))
    return found
  }

  private byBarcode(code: string): Item[] {
    this.built()
    const ids = new Set<string>()
    if (code.trim() !== '') for (const key of barcodeKeys(code)) for (const id of this.idsByCode.get(key) ?? []) ids.add(id)
    return [...ids].flatMap((id) => this.view.get(items, id) ?? [])
  }

  private built(): Haystack {
    if (this.haystack) return this.haystack
    const all = this.view.all(items)
    this.haystack = new Haystack(
      all.map((item) => item.id),
      all.map(textOf),
    )
    for (const item of all) this.addCodes(item)
    return this.haystack
  }

  private forget(): void {
    this.haystack = null
    this.idsByCode.clear()
    this.codesById.clear()
  }

  private update(id: string): void {
    const item = this.view.get(items, id)
    this.haystack?.set(id, item ? textOf(item) : null)
    for (const code of this.codesById.get(id) ?? []) this.idsByCode.get(code)?.delete(id)
    this.codesById.delete(id)
    if (item) this.addCodes(item)
  }

  private addCodes(item: Item): void {
    const codes = storedCodes(item)
    this.codesById.set(item.id, codes)
    for (const code of codes) {
      const ids = this.idsByCode.get(code)
      if (ids) ids.add(item.id)
      else this.idsByCode.set(code, new Set([item.id]))
    }
  }
}
