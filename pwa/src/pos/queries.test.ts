import type { User } from '@shop/shared/accounts/schema.ts'
import type { Cart, CartLine } from '@shop/shared/pos/schema.ts'
import { expect, it } from 'vitest'
import type { View } from '../sync/api.ts'
import { keeperOf, payeeOf } from './queries.ts'

const people: Record<string, Partial<User>> = {
  ann: { id: 'ann', displayName: 'Ann Consignor', email: 'ann@example.org', role: 'user' },
  bob: { id: 'bob', displayName: 'Bob Boss', email: 'bob@example.org', role: 'admin' },
}
const view = { get: (_collection: unknown, id: string) => people[id] } as Pick<View, 'get'>
const line = (more: Partial<CartLine>) => ({ itemId: 'cup', consignorId: null, consignorName: 'Ann', ...more }) as CartLine

it('a cart’s line takes the payee’s name from the account, and from the line itself only when the account is unknown here', () => {
  expect(payeeOf(view, line({ consignorId: 'ann' }))).toBe('Ann Consignor')
  expect(payeeOf(view, line({ consignorId: 'bob' }))).toBe('Bob Boss')
  expect(payeeOf(view, line({ consignorId: 'somebody new' }))).toBe('Ann')
  expect([payeeOf(view, line({})), payeeOf(view, line({ itemId: null }))]).toEqual(['Shop', 'Not in inventory'])
  // no till makes such a line, but it pays Ann all the same
  expect(payeeOf(view, line({ itemId: null, consignorId: 'ann' }))).toBe('Ann Consignor')
})

it('a waiting cart names who last saved it, unless it is the viewer’s own, and says so when that person may no longer sell', () => {
  const of = (byUid: string) => keeperOf(view, { byUid } as Cart, 'me')
  expect([of('me'), of('bob'), of('ann'), of('gone')]).toEqual(['', 'Bob Boss', 'Ann Consignor, no admin any more', 'Unknown'])
})
