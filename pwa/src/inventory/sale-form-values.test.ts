import { expect, test } from 'vitest'
import { checkSaleForm, checkSoldQuantity, previewOf, type SaleFormValues } from './sale-form-values.ts'

const values: SaleFormValues = { salePrice: '25.00', shippingCost: '5', quantity: '2', percentage: 50 }

test('the sale form accepts a sale within the stock', () => {
  expect(checkSaleForm(values, 2)).toEqual({
    ok: true,
    sale: { salePriceCents: 2500, shippingCostCents: 500, quantity: 2, consignorPercentage: 50 },
  })
  expect(checkSaleForm({ ...values, shippingCost: '' }, 2).ok).toBe(true)
})

test('the sale form explains each invalid amount and quantity', () => {
  const wrong = (changes: Partial<SaleFormValues>) => {
    const checked = checkSaleForm({ ...values, ...changes }, 3)
    return checked.ok ? {} : checked.errors
  }
  expect(wrong({ salePrice: '0' })).toEqual({ salePrice: 'Total sale price must be at least 0.01' })
  expect(wrong({ shippingCost: '-1' })).toEqual({ shippingCost: 'Please enter an amount such as 4.00' })
  expect(wrong({ quantity: '4' })).toEqual({ quantity: 'Only 3 available in inventory' })
  expect(checkSoldQuantity('0', 3)).toBe('Quantity must be greater than 0')
  expect(checkSoldQuantity('1.5', 3)).toBe('Quantity must be a whole number')
})

test('the sale form previews the split of price minus shipping, and nothing for invalid amounts', () => {
  expect(previewOf(values)).toEqual({ payoutCents: 1000, shopCents: 1000 })
  expect(previewOf({ ...values, salePrice: '' })).toBeUndefined()
  expect(previewOf({ ...values, shippingCost: '30' })).toEqual({ payoutCents: 0, shopCents: -500 })
  expect(previewOf({ ...values, salePrice: '0.01', shippingCost: '0', percentage: 50 })).toEqual({ payoutCents: 1, shopCents: 0 })
})
