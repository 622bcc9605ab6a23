import { EMPTY_PROFILE, type User } from '@shop/shared/accounts/schema.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { describe, expect, it } from 'vitest'
import type { Sorting } from '../../ui/data-table-columns.ts'
import type { PersonFigures } from './person-figures.ts'
import { found, type Person, peopleOf, shownDiscord, shownDisplayName, shownUsername, sorted } from './person-list.ts'

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
const listed = (people: readonly Person[], typed: string, isShowingClosed: boolean, sorting: Sorting) =>
  sorted(found(people, typed, isShowingClosed), sorting)
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

  it('sorts by figures, and by e-mail where they are equal', () => {
    const figures = (availableCents: number, goodsCount: number, lastSoldAtMs: number | null): PersonFigures => ({
      balance: { id: '', availableCents: cents(availableCents), heldCents: cents(0) },
      goodsCount,
      lastSoldAtMs,
    })
    const known = { a: figures(900, 2, null), b: figures(-1_000, 2, 7), c: figures(0, 11, 5) }
    const by = (key: string, descending: boolean) =>
      ids(sorted(found(people, '', true), { key, descending }, (uid) => known[uid as keyof typeof known]))
    expect([by('balance', false), by('balance', true)]).toEqual([
      ['b', 'c', 'a'],
      ['a', 'c', 'b'],
    ])
    expect([by('goods', false), by('goods', true)]).toEqual([
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
    ])
    expect([by('lastSale', false), by('lastSale', true)]).toEqual([
      ['a', 'c', 'b'],
      ['b', 'c', 'a'],
    ])
  })

  it('searches 5,000 people for unusual texts and for a part of an e-mail address', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => person(`${n}`, { displayName: HOSTILE_STRINGS[n % HOSTILE_STRINGS.length] ?? '' }))
    const crowd = peopleOf(many)
    for (const [n, text] of HOSTILE_STRINGS.slice(0, 20).entries()) expect(ids(listed(crowd, text, false, byEmail)), text).toContain(`${n}`)
    expect(listed(crowd, '4999@', false, byEmail)).toHaveLength(1)
  })
})
