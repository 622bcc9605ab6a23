import { EMPTY_PROFILE, type User } from '@shop/shared/accounts/schema.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { describe, expect, it } from 'vitest'
import { listed, peopleOf, shownDiscord, shownDisplayName, shownUsername } from './person-list.ts'

const person = (id: string, more: Partial<User> = {}): User => ({
  ...EMPTY_PROFILE,
  id,
  email: `${id}@example.org`,
  displayName: '',
  createdAtMs: 0,
  ...more,
})
const migratedFrom = { uid: 'x', displayName: 'Of old', username: 'old' }
const byEmail = { key: 'email', descending: false }
const ids = (people: readonly User[]) => people.map(({ id }) => id)

describe('the list of people', () => {
  const users = [
    person('b', { displayName: 'Bea Ä', discordUsername: 'beachat' }),
    person('a', { migratedFrom, username: null }),
    person('c', { closedAtMs: 1, username: 'cee' }),
  ]
  const people = peopleOf(users)

  it('falls back to the names of the earlier account, then to a hyphen', () => {
    expect([shownDisplayName(users[1] as User), shownUsername(users[1] as User), shownDiscord(users[1] as User)]).toEqual([
      'Of old',
      'old',
      '-',
    ])
    expect([shownDisplayName(users[0] as User), shownUsername(users[0] as User), shownDiscord(users[0] as User)]).toEqual([
      'Bea Ä',
      '-',
      'beachat',
    ])
  })

  it('finds people by e-mail, name, username and chat name, and closed accounts only on request', () => {
    expect(ids(listed(people, '', false, byEmail))).toEqual(['a', 'b'])
    expect(ids(listed(people, ' BEA\u200b ä', false, byEmail))).toEqual(['b'])
    expect(ids(listed(people, 'chat', false, byEmail))).toEqual(['b'])
    expect(ids(listed(people, 'of old', false, byEmail))).toEqual(['a'])
    expect(ids(listed(people, 'cee', false, byEmail))).toEqual([])
    expect(ids(listed(people, 'cee', true, byEmail))).toEqual(['c'])
    expect(ids(listed(people, 'a@example.orgof', false, byEmail))).toEqual([])
  })

  it('sorts by the displayed values', () => {
    expect(ids(listed(people, '', true, { key: 'displayName', descending: true }))).toEqual(['a', 'b', 'c'])
    expect(ids(listed(people, '', true, { key: 'email', descending: true }))).toEqual(['c', 'b', 'a'])
  })

  it('searches 5,000 people for unusual texts and for a part of an e-mail address', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => person(`${n}`, { displayName: HOSTILE_STRINGS[n % HOSTILE_STRINGS.length] ?? '' }))
    const crowd = peopleOf(many)
    for (const [n, text] of HOSTILE_STRINGS.slice(0, 20).entries()) expect(ids(listed(crowd, text, false, byEmail)), text).toContain(`${n}`)
    expect(listed(crowd, '4999@', false, byEmail)).toHaveLength(1)
  })
})
