import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { expect, it } from 'vitest'
import type { View } from '../ports/contract.ts'
import { RowChanges } from '../rows/row-changes.ts'
import { ItemSearchIndex } from './item-search.ts'

/** An index over items of these names, ready for misspelt searches. */
async function stockOf(...names: string[]) {
  const rows = new Map(names.map((itemName, at) => [`${at}`, itemOf(`${at}`, itemName)]))
  const view = { get: (_c: unknown, id: string) => rows.get(id), all: () => [...rows.values()] } as unknown as View
  const index = new ItemSearchIndex(view)
  const changed = (id: string, itemName: string | null) => {
    if (itemName === null) rows.delete(id)
    else rows.set(id, itemOf(id, itemName))
    const changes = new RowChanges()
    changes.add(items.name, id)
    index.changed(changes)
  }
  const similar = (text: string, limit = 50, isFirst?: (item: Item) => boolean) =>
    index
      .snapshot()
      .similar(text, { limit, ...(isFirst && { first: isFirst }) })
      .map(({ itemName }) => itemName)
  await index.loadSimilar()
  return { index, changed, similar }
}

const itemOf = (id: string, itemName: string) =>
  ({ id, itemName, listingTitle: '', barcode1: `77${id}`, barcode2: '', location: 'Shelf B' }) as Item

it('finds goods whose name is misspelt, those with the closest words first', async () => {
  const { similar } = await stockOf('Nutella 400 g', 'Nutellas, box of', 'Peanut butter', 'Größe M', '湯呑み茶碗')
  expect(similar('nutela')).toEqual(['Nutella 400 g', 'Nutellas, box of'])
  expect(similar('NUTLELA')).toEqual(['Nutella 400 g', 'Nutellas, box of'])
  expect(similar('grösse')).toEqual([])
  expect(similar('größr')).toEqual(['Größe M'])
})

it('finds words in any order, each right or misspelt', async () => {
  const { similar } = await stockOf('Blue enamel kettle', 'Red enamel kettle', 'Blue teapot')
  expect(similar('kettle blue')).toEqual(['Blue enamel kettle'])
  expect(similar('ketle blue')).toEqual(['Blue enamel kettle'])
  expect(similar('ketle shelf enamle').toSorted()).toEqual(['Blue enamel kettle', 'Red enamel kettle'])
  expect(similar('ketle green')).toEqual([])
})

it('takes no number for another one, and no short word', async () => {
  const { similar } = await stockOf('Cup 12345678', 'Mug')
  expect(similar('12345679')).toEqual([])
  expect(similar('mog')).toEqual([])
  expect(similar('  ')).toEqual([])
})

it('keeps to the limit, with the preferred items first', async () => {
  const { similar } = await stockOf('Kettle a', 'Kettle b', 'Kettle c')
  expect(similar('ketle', 2)).toEqual(['Kettle a', 'Kettle b'])
  expect(similar('ketle', 2, ({ itemName }) => itemName === 'Kettle c')).toEqual(['Kettle c', 'Kettle a'])
})

it('knows new and changed goods, and forgets removed ones', async () => {
  const { changed, similar } = await stockOf('Kettle')
  changed('new', 'Samovar')
  changed('0', null)
  expect(similar('samovra')).toEqual(['Samovar'])
  expect(similar('ketle')).toEqual([])
})

it('tells its listeners when it can find something', async () => {
  const { index } = await stockOf('Kettle')
  const changes = new RowChanges()
  changes.addAll(items.name)
  index.changed(changes)
  const before = index.snapshot()
  const told = new Promise<void>((resolve) => index.subscribe(resolve))
  expect(before.similar('ketle', { limit: 5 })).toEqual([])
  await told
  expect(index.snapshot()).not.toBe(before)
  expect(index.snapshot().similar('ketle', { limit: 5 })).toHaveLength(1)
})
