import { cents } from '@shop/shared/kernel/money.ts'
import { expect, test } from 'vitest'
import { checkRequest, summaryOf } from './request-values.ts'

const values = (quantity: string, price: string, providesOwnShipping = false) => ({ quantity, price, providesOwnShipping })
const terms = { max: 5, tradeShippingCents: cents(400), commissionBps: 1_000, commissionPaidBy: 'seller' } as const

test.each(['0', '6', '', '-1', '1.5', '1e1', '٣'])('a quantity of %j is refused with a message that names the range', (quantity) => {
  expect(checkRequest(values(quantity, '1'), 5)).toEqual({ ok: false, errors: { quantity: 'Quantity must be between 1 and 5' } })
})

test.each(['0', '', '0.00', '-1', 'ten', '1.005'])('a price of %j is refused as not greater than 0', (price) => {
  expect(checkRequest(values('1', price), 5)).toEqual({ ok: false, errors: { price: 'Price per item must be greater than 0' } })
})

test('a request accepts one piece and all pieces, and a price of one cent', () => {
  expect(checkRequest(values('1', '0.01'), 5)).toEqual({ ok: true, quantity: 1, priceCents: 1 })
  expect(checkRequest(values('5', '12.50'), 5)).toEqual({ ok: true, quantity: 5, priceCents: 1_250 })
})

test('the summary gives the total for each payer of the commission, and without shipping for the buyer’s own label', () => {
  expect(summaryOf(values('2', '10.05'), terms)).toMatchObject({
    itemCostCents: 2_010,
    commissionCents: 201,
    payoutCents: 1_809,
    totalCents: 2_410,
  })
  expect(summaryOf(values('2', '10.05', true), terms)?.totalCents).toBe(2_010)
  expect(summaryOf(values('2', '10.05'), { ...terms, commissionPaidBy: 'buyer' })?.totalCents).toBe(2_611)
  expect(summaryOf(values('', '1'), terms)).toBeUndefined()
})
