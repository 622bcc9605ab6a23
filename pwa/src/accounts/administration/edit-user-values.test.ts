import { EMPTY_PROFILE, type User } from '@shop/shared/accounts/schema.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { expect, it } from 'vitest'
import { editUserSchema, profileChanges, valuesOf } from './edit-user-values.ts'

const user: User = { ...EMPTY_PROFILE, id: 'u', email: 'a@example.org', displayName: 'Ann', createdAtMs: 0 }

it('the edit-user form sends only the changed fields', () => {
  const values = valuesOf(user, cents(0))
  expect(valuesOf(user, cents(-5)).balance).toBe('-0.05')
  expect(profileChanges(user, values)).toEqual({})
  expect(profileChanges(user, { ...values, displayName: 'Bea', whopBypass: true })).toEqual({ displayName: 'Bea', whopBypass: true })
})

it('the edit-user form refuses to remove an existing display name', () => {
  const check = (of: User, displayName: string) => editUserSchema(of).safeParse({ ...valuesOf(of, cents(0)), displayName })
  expect(check(user, ' ').error?.issues[0]?.message).toBe('Please enter a display name')
  expect(check({ ...user, displayName: '' }, '').success).toBe(true)
})
