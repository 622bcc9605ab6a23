import { expect, it } from 'vitest'
import { checkCustomSale } from './custom-sale-values.ts'

it('the custom-sale form marks every empty field', () => {
  expect(checkCustomSale({ itemName: ' ', amount: '' })).toEqual({ ok: false, isIncomplete: true, errors: { itemName: ' ', amount: ' ' } })
  expect(checkCustomSale({ itemName: 'Lamp', amount: ' ' })).toEqual({ ok: false, isIncomplete: true, errors: { amount: ' ' } })
  // the amount is not validated while another field is empty
  expect(checkCustomSale({ itemName: '', amount: 'ten' })).toEqual({ ok: false, isIncomplete: true, errors: { itemName: ' ' } })
})

it.each(['0', '0.00', 'ten', '-1', '1.005'])('the custom-sale form refuses an amount of %j', (amount) => {
  const errors = { amount: 'Please enter an amount such as 12.50' }
  expect(checkCustomSale({ itemName: 'Lamp', amount })).toEqual({ ok: false, isIncomplete: false, errors })
})

it('the custom-sale form accepts an amount of one cent', () => {
  expect(checkCustomSale({ itemName: 'Lamp', amount: '0.01' })).toEqual({ ok: true, itemName: 'Lamp', amountCents: 1 })
})
