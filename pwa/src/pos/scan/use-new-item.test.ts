import { cents } from '@shop/shared/kernel/money.ts'
import { expect, it } from 'vitest'
import { checkNewItem, type NewItemValues } from './use-new-item.ts'

const values: NewItemValues = { name: 'Mug', priceCents: cents(500), isPriceReadable: true, quantity: '2', owner: null }

it('a new item needs a name and a quantity, but no price', () => {
  expect(checkNewItem(values)).toEqual({ quantity: 2, errors: null })
  expect(checkNewItem({ ...values, priceCents: null })).toEqual({ quantity: 2, errors: null })
})

it('a new item with wrong fields gets a message for each of them', () => {
  const wrong = checkNewItem({ ...values, name: ' ', priceCents: null, isPriceReadable: false, quantity: '1.5' })
  expect(Object.keys(wrong.errors ?? {})).toEqual(['name', 'price', 'quantity'])
  expect(checkNewItem({ ...values, priceCents: cents(0) }).errors).toEqual({ price: 'Price must be greater than 0' })
  expect(checkNewItem({ ...values, quantity: ' ' }).errors).toHaveProperty('quantity')
})
