import { cents } from '@shop/shared/kernel/money.ts'
import { FRESH_SALE, type Sale } from '@shop/shared/sales/schema.ts'
import { expect, it } from 'vitest'
import { changesOf, editSaleSchema, valuesOf } from './edit-sale-values.ts'

const opened: Sale = {
  ...FRESH_SALE,
  id: '0190a0b0-0000-7000-8000-000000000001',
  kind: 'record',
  posSaleId: null,
  displayId: 'S-1',
  itemId: null,
  itemName: 'Cup',
  barcode1: '1',
  imageUrl: '',
  consignorId: '0190a0b0-0000-7000-8000-000000000002',
  soldQuantity: 2,
  salePriceCents: cents(123_456),
  shippingCostCents: cents(0),
  taxCents: cents(0),
  consignorPercentage: 50,
  payoutCents: cents(61_728),
  shopCents: cents(61_728),
  soldAtMs: 1,
  byUid: '0190a0b0-0000-7000-8000-000000000003',
}

it('an edit of a sale changes nothing when no field was edited', () => expect(changesOf(opened, valuesOf(opened))).toEqual({}))

it('an edit of a sale changes only the edited fields', () => {
  const typed = { ...valuesOf(opened), itemName: ' Blue cup ', payoutCents: '$20' }
  expect(changesOf(opened, typed)).toEqual({ itemName: 'Blue cup', payoutCents: 2_000 })
})

it('an edit of a sale rejects values that a record cannot have', () => {
  const wrong = { itemName: ' ', soldQuantity: '1.5', salePriceCents: '-1', shippingCostCents: 'x', payoutCents: '' }
  expect(editSaleSchema.safeParse(wrong).error?.issues.map(({ path }) => path[0])).toEqual(Object.keys(wrong))
})
