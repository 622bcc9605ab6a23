import { expect, it } from 'vitest'
import { recordedEntries } from './recorded-sales.ts'
import { saleOf } from './testing/sale.ts'

const ownerOf = (uid: string | null) => (uid === null ? 'Shop' : 'Änn Smith')
const sales = [
  saleOf('first', 1, { kind: 'master', consignorId: null, barcode1: '036000291452' }),
  saleOf('third', 3, { itemName: 'Teapot', barcode1: '' }),
  saleOf('second', 2, { kind: 'custom', itemName: 'Repair', barcode1: '', soldQuantity: 1 }),
]
const found = (text: string) => recordedEntries(sales, text, ownerOf).map(({ id }) => id)

it('lists sales of every owner, latest first, and says whose goods they were', () => {
  expect(recordedEntries(sales, '', ownerOf).map(({ id, detail }) => [id, detail])).toEqual([
    ['third', 'Änn Smith · Marketplace, 2 sold'],
    ['second', 'Änn Smith · Custom sale, 1 sold'],
    ['first', 'Shop · Shop’s own, 2 sold'],
  ])
})

it.each([
  ['an item', 'teap', ['third']],
  ['a barcode', '0360', ['first']],
  ['an id', 'SECOND', ['second']],
  ['an owner, in any case', 'ÄNN smi', ['third', 'second']],
  ['the shop', 'shop', ['first']],
  ['nothing', 'saucer', []],
])('finds a sale by %s', (_what, text, ids) => {
  expect(found(text)).toEqual(ids)
})
