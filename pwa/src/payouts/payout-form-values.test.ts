import { cents } from '@shop/shared/kernel/money.ts'
import { expect, it } from 'vitest'
import { checkPayoutForm, startingValues, withMethod } from './payout-form-values.ts'

const info = { id: '0190a0b0-0000-7000-8000-000000000001', cashtag: '$ann', venmoUsername: '' }
const balance = cents(10_000)

it('the payout form starts with the whole balance and the saved handle', () => {
  expect(startingValues(balance, undefined)).toEqual({ method: '', amount: '100.00', handle: '' })
  expect(startingValues(balance, info)).toEqual({ method: 'cashapp', amount: '100.00', handle: '$ann' })
})

it('the payout form starts an unsaved handle with the prefix of its method', () => {
  expect(withMethod(startingValues(balance, info), 'venmo', info).handle).toBe('@')
  expect(withMethod(startingValues(balance, info), 'cashapp', info).handle).toBe('$ann')
})

it('the payout form says what is wrong, field by field', () => {
  expect(checkPayoutForm({ method: '', amount: 'x', handle: '' }, balance)).toEqual({
    ok: false,
    errors: { method: 'Please select a payment method', amount: 'Please enter a valid amount' },
  })
  expect(checkPayoutForm({ method: 'cashapp', amount: '0', handle: '$' }, balance)).toEqual({
    ok: false,
    errors: { amount: 'Please enter a valid amount', handle: 'Please enter your CashTag' },
  })
  expect(checkPayoutForm({ method: 'venmo', amount: '100.01', handle: '@' }, balance)).toEqual({
    ok: false,
    errors: { amount: 'Cannot request more than your current balance of $100.00', handle: 'Please enter your Venmo username' },
  })
})

it('the payout form marks the field of a handle that is too long', () =>
  expect(checkPayoutForm({ method: 'cashapp', amount: '1', handle: 'a'.repeat(60) }, balance)).toEqual({
    ok: false,
    errors: { handle: 'At most 60 characters' },
  }))

it('the payout form refuses an amount in a notation that nobody uses', () =>
  expect(checkPayoutForm({ method: 'venmo', amount: '$1,0.5', handle: 'ann' }, balance).ok).toBe(false))
it('the payout form accepts an amount and a handle as people type them', () =>
  expect(checkPayoutForm({ method: 'venmo', amount: '$12.5', handle: ' @@ann ' }, balance)).toEqual({
    ok: true,
    method: 'venmo',
    amountCents: 1_250,
    handle: '@ann',
  }))
