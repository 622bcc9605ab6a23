import { expect, test } from 'vitest'
import { PEOPLE_ADDRESS, type PeopleState } from './people-address.ts'

const NOTHING: PeopleState = { text: '', isShowingClosed: false, sorting: { key: 'displayName', descending: false } }
const read = (search: string) => PEOPLE_ADDRESS.read(new URLSearchParams(search))

test('search, closed accounts and order come back from the address', () => {
  const state: PeopleState = { text: 'ann & 茶', isShowingClosed: true, sorting: { key: 'role', descending: true } }
  const query = new URLSearchParams(PEOPLE_ADDRESS.write(state))
  expect(Object.fromEntries(query)).toEqual({ q: 'ann & 茶', closed: 'shown', sort: '-role' })
  expect(PEOPLE_ADDRESS.read(query)).toEqual(state)
  expect(Object.values(PEOPLE_ADDRESS.write(NOTHING)).filter(Boolean)).toEqual([])
})

test('what the address does not know is ignored', () => {
  for (const search of ['', '?closed=yes&sort=constructor', '?sort=-__proto__', '?sort=--role', '?%E0%A4%A&closed'])
    expect(read(search)).toEqual(NOTHING)
  expect(read(`?q=${'x'.repeat(5_000)}`).text).toHaveLength(500)
})
