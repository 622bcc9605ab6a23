import { EMPTY_PROFILE, type User } from '@shop/shared/accounts/schema.ts'
import { expect, it } from 'vitest'
import { emailOf, recipientsOf, recipientText, suggestRecipients } from './recipients.ts'

const user = (n: number, changes: Partial<User> = {}): User => ({
  ...EMPTY_PROFILE,
  id: `u${n}`,
  email: `person${n}@example.org`,
  displayName: `Person ${String(n).padStart(4, '0')}`,
  createdAtMs: 0,
  ...changes,
})

it('the recipients are the people with an address and an open account, by name', () => {
  const users = [user(2), user(1), user(3, { email: '' }), user(4, { closedAtMs: 5 }), user(5, { displayName: '', username: 'ann' })]
  expect(recipientsOf(users).map(recipientText)).toEqual([
    'ann — person5@example.org',
    'Person 0001 — person1@example.org',
    'Person 0002 — person2@example.org',
  ])
})

it('a name cannot reorder the address after it', () => {
  expect(recipientsOf([user(1, { displayName: 'Ann \u202e' })]).map(recipientText)).toEqual(['Ann  — person1@example.org'])
})

it('the recipient search finds one of 5,000 people by username or address, and shows at most 50', () => {
  const all = recipientsOf(Array.from({ length: 5_000 }, (_, n) => user(n, n === 4_321 ? { username: 'zoë' } : {})))
  expect(suggestRecipients(all, '')).toHaveLength(50)
  expect(suggestRecipients(all, 'ZOË').map(({ id }) => id)).toEqual(['u4321'])
  expect(suggestRecipients(all, 'person4999@').map(({ id }) => id)).toEqual(['u4999'])
  expect(suggestRecipients(all, 'nobody')).toEqual([])
})

it('a mail goes to a custom address rather than to the selected user', () => {
  expect(emailOf({ pickedEmail: 'ann@example.org', customEmail: ' other@example.org ' })).toBe('other@example.org')
  expect(emailOf({ pickedEmail: 'ann@example.org', customEmail: '  ' })).toBe('ann@example.org')
})
