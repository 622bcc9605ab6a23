import { barcodeKeys } from '@shop/shared/inventory/rules/barcodes.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { View } from '../ports/contract.ts'
import { RowChanges } from '../rows/row-changes.ts'
import { BaseRows } from '../rows/rows.ts'
import { ItemSearchIndex } from './item-search.ts'

/** Items in a map, with a search index that follows them. */
function stock() {
  const rows = new Map<string, Item>()
  const view = { get: (_c: unknown, id: string) => rows.get(id), all: () => [...rows.values()] } as unknown as View
  const index = new ItemSearchIndex(view)
  const set = (id: string, item: Partial<Item> | null) => {
    if (item) rows.set(id, { id, itemName: '', listingTitle: '', barcode1: '', barcode2: '', location: '', ...item } as Item)
    else rows.delete(id)
    const changes = new RowChanges()
    changes.add(items.name, id)
    index.changed(changes)
  }
  const find = (text: string, limit = 1_000) =>
    index
      .snapshot()
      .search(text, { limit })
      .map(({ id }) => id)
  const scan = (code: string) =>
    index
      .snapshot()
      .byBarcode(code)
      .map(({ id }) => id)
  return { rows, index, set, find, scan }
}

const FIELDS = ['itemName', 'listingTitle', 'barcode1', 'barcode2', 'location'] as const

function bruteForce(rows: ReadonlyMap<string, Item>, text: string): string[] {
  const wanted = searchKey(text)
  return [...rows.values()].filter((item) => FIELDS.some((field) => searchKey(item[field]).includes(wanted))).map(({ id }) => id)
}

describe('item search', () => {
  it('finds each character of ASCII, Latin-1 and Latin Extended-A in every spelling that the search treats as equal', () => {
    const { rows, set, find } = stock()
    const characters = Array.from({ length: 0x17f }, (_, at) => String.fromCharCode(at + 1))
    for (const one of characters) set(`in ${one}`, { itemName: `a${one}B` })
    const queries = characters.flatMap((one) => [one, `A${one}b`, `a${one.normalize('NFKC')}B`, `a${one.normalize('NFD')}b`])
    for (const query of queries) if (searchKey(query) !== '') expect(find(query).sort(), query).toEqual(bruteForce(rows, query).sort())
  })

  it('finds exactly what a look at every item finds, after any changes', () => {
    const word = fc.oneof(
      fc.constantFrom('Red', 'red shirt', 'ＲＥＤ', 'Größe', 'İ', 'a\u200bb', 'ab', 'b\nc', ' x ', '0123', 'ﬁne'),
      fc.string({ maxLength: 4 }),
    )
    const item = fc.record({ itemName: word, listingTitle: word, barcode1: word, barcode2: word, location: word })
    const step = fc.oneof(
      fc.record({ id: fc.constantFrom('1', '2', '3', '4', '5', '6'), item: fc.option(item) }),
      fc.record({ query: word }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { rows, set, find } = stock()
        for (const one of steps) {
          if ('id' in one) set(one.id, one.item)
          else expect(find(one.query).sort()).toEqual(bruteForce(rows, one.query).sort())
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['no row changed', () => undefined],
    ['a row changed', (rows: Map<string, Item>) => rows.set('n7', { ...(rows.get('n7') as Item), itemName: 'vase' })],
    ['a row was removed', (rows: Map<string, Item>) => rows.delete('n7')],
    ['a row was added', (rows: Map<string, Item>) => rows.set('late', { ...(rows.get('n7') as Item), id: 'late' })],
  ])('finds every item after a first sync during which %s', async (_, change) => {
    const { rows, index, find } = stock()
    const base = new BaseRows()
    const item = (n: number) => ({ id: `n${n}`, itemName: `teapot ${n}`, listingTitle: '', barcode1: '', barcode2: '', location: '' })
    base.of(items.name).fill(Array.from({ length: 20 }, (_, n) => item(n)))
    index.expect(base)
    await new Promise((resolve) => setTimeout(resolve))
    for (const row of base.of(items.name).all()) rows.set(row.id, row as Item)
    change(rows)
    const changes = new RowChanges()
    changes.addAll(items.name)
    index.changed(changes)
    for (const query of ['teapot', 'vase', 'pot 7', '']) expect(find(query).sort(), query).toEqual(bruteForce(rows, query).sort())
  })

  it('stays exact after thousands of changes, and keeps to the limit', () => {
    const { rows, set, find } = stock()
    set('first', { itemName: 'first' })
    expect(find('first')).toEqual(['first'])
    for (let i = 0; i < 5_000; i++) set(`n${i}`, { itemName: `thing ${i}`, location: `shelf ${i % 7}` })
    for (let i = 0; i < 5_000; i += 3) set(`n${i}`, i % 2 ? null : { itemName: `other ${i}` })
    for (const query of ['thing 4', 'other', 'shelf 3', 'nothing', '99'])
      expect(find(query, 10_000).sort()).toEqual(bruteForce(rows, query).sort())
    expect(find('thing', 50).length).toBe(50)
    expect(find('thing', 0)).toEqual([])
  })

  it('applies the filter before the limit, and answers any items up to the limit for an empty text', () => {
    const { index, set, find } = stock()
    for (let i = 0; i < 20; i++) set(`n${i}`, { itemName: 'cup', location: i % 2 ? 'A' : 'B' })
    expect(find('', 5).length).toBe(5)
    expect(index.snapshot().search('cup', { limit: 50, filter: ({ location }) => location === 'A' }).length).toBe(10)
  })

  it('puts preferred items first, also those that stand behind more others than the limit takes', () => {
    const { index, set } = stock()
    for (let i = 0; i < 20; i++) set(`n${i}`, { itemName: 'cup', stockCount: i > 16 ? 1 : 0 })
    const found = index.snapshot().search('cup', { limit: 5, first: ({ stockCount }) => stockCount > 0 })
    expect(found.map(({ stockCount }) => stockCount)).toEqual([1, 1, 1, 0, 0])
    expect(
      index
        .snapshot()
        .search('cup', { limit: 2, first: ({ stockCount }) => stockCount > 0 })
        .map(({ id }) => id),
    ).toEqual(['n17', 'n18'])
  })

  it('has a new snapshot after a change, and only then', () => {
    const { index, set } = stock()
    const before = index.snapshot()
    expect(index.snapshot()).toBe(before)
    set('1', { itemName: 'x' })
    expect(index.snapshot()).not.toBe(before)
  })

  it('finds a product by every spelling of its barcode, once', () => {
    const { set, find } = stock()
    const codes = ['042100005264', '0042100005264', '00042100005264', '04252614']
    for (const code of codes) set(code, { barcode1: code, barcode2: '042100005264' === code ? '04252614' : '' })
    for (const code of codes) expect(find(code, 50).sort(), code).toEqual(codes.toSorted())
    expect(find('04252614', 3)).toHaveLength(3)
    expect(find('4252614', 50).sort()).toEqual(['042100005264', '04252614'])
  })

  it('finds an item by its barcode in every spelling', () => {
    const { set, scan } = stock()
    set('upc', { barcode1: '036000291452' })
    set('ean', { barcode2: '0036000291452' })
    set('short', { barcode1: '01234565' })
    set('own', { barcode1: 'SHELF-7' })
    expect(scan('036000291452').sort()).toEqual(['ean', 'upc'])
    expect(scan('0036000291452').sort()).toEqual(['ean', 'upc'])
    expect(scan(' SHELF-7 ')).toEqual(['own'])
    for (const key of barcodeKeys('01234565')) expect(scan(key)).toEqual(['short'])
    expect(scan('')).toEqual([])
    set('upc', null)
    set('own', { barcode1: 'SHELF-8' })
    expect([scan('036000291452'), scan('SHELF-7'), scan('SHELF-8')]).toEqual([['ean'], [], ['own']])
  })
})
