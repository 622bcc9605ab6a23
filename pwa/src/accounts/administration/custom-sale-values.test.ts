import { expect, it } from 'vitest'
import { checkCustomSale } from './custom-sale-values.ts'

it('marks every empty field at once', () => {
  expect(checkCustomSale({ itemName: ' ', amount: '' })).toEqual({ ok: false, isIncomplete: true, errors: { itemName: ' ', amount: ' ' } })
  expect(checkCustomSale({ itemName: 'Lamp', amount: ' ' })).toEqual({ ok: false, isIncomplete: true, errors: { amount: ' ' } })
  // what is typed already is not judged before the rest is there
  expect(checkCustomSale({ itemName: '', amount: 'ten' })).toEqual({ ok: false, isIncomplete: true, errors: { itemName: ' ' } })
})

it.each(['0', '0.00', 'ten', '-1', '1.005'])('refuses an amount of %j', (amount) => {
  const errors = { amount: 'Please enter an amount such as 12.50' }
  expect(checkCustomSale({ itemName: 'Lamp', amount })).toEqual({ ok: false, isIncomplete: false, errors })
})

it('takes from one cent on', () => {
  expect(checkCustomSale({ itemName: 'Lamp', amount: '0.01' })).toEqual({ ok: true, itemName: 'Lamp', amountCents: 1 })
})
