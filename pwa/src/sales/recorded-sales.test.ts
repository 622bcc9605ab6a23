import { cents } from '@shop/shared/kernel/money.ts'
import { FRESH_SALE, type Sale } from '@shop/shared/sales/schema.ts'
import { expect, it } from 'vitest'
import { recordedEntries } from './recorded-sales.ts'

const ANN = '0190a0b0-0000-7000-8000-000000000001'
const ownerOf = (uid: string | null) => (uid === null ? 'Shop' : 'Änn Smith')
const sale = (id: string, soldAtMs: number, more: Partial<Sale> = {}): Sale => ({
  ...FRESH_SALE,
  id,
  kind: 'record',
  posSaleId: null,
  displayId: id,
  itemId: null,
  itemName: 'Cup',
  barcode1: '036000291452',
  imageUrl: '',
  consignorId: null,
  soldQuantity: 2,
  salePriceCents: cents(1_000),
  shippingCostCents: cents(0),
  taxCents: cents(0),
  consignorPercentage: 0,
  payoutCents: cents(0),
  shopCents: cents(1_000),
  soldAtMs,
  byUid: ANN,
  ...more,
})
const sales = [
  sale('first', 1, { kind: 'master' }),
  sale('third', 3, { consignorId: ANN, itemName: 'Teapot', barcode1: '' }),
  sale('second', 2, { kind: 'custom', consignorId: ANN, itemName: 'Repair', barcode1: '', soldQuantity: 1 }),
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
