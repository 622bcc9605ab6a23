import { expect, test } from 'vitest'
import { handOverErrors } from './hand-over-values.ts'

const right = { consignorText: 'ann@shop.test', consignorId: 'ann', quantity: '2', location: '' }

test('the hand-over form names the missing and invalid fields', () => {
  expect(handOverErrors(right, 2)).toEqual({})
  expect(handOverErrors({ ...right, consignorText: ' ', consignorId: null }, 2)).toEqual({
    consignor: 'Please enter a user email or username',
  })
  expect(handOverErrors({ ...right, consignorId: null }, 2)).toEqual({ consignor: 'Please select a user from the dropdown' })
  expect(handOverErrors({ ...right, quantity: '0' }, 2)).toEqual({ quantity: 'Quantity must be greater than 0' })
  expect(handOverErrors({ ...right, quantity: '' }, 2)).toEqual({ quantity: 'Quantity must be greater than 0' })
  expect(handOverErrors({ ...right, quantity: '1.5' }, 2)).toEqual({ quantity: 'Quantity must be a whole number' })
})

test('the hand-over form moves no more pieces than the source has, but may copy more', () => {
  expect(handOverErrors({ ...right, quantity: '3' }, 2)).toEqual({ quantity: 'Only 2 available in inventory' })
  expect(handOverErrors({ ...right, quantity: '3' }, null)).toEqual({})
})
