import { EMPTY_PROFILE, type User } from '@shop/shared/accounts/schema.ts'
import { expect, test } from 'vitest'
import { MAX_SUGGESTIONS, mergeSuggestions, suggestFrom } from './suggestions.ts'

const user = (id: string, email: string, username: string | null = null, displayName = ''): User => ({
  ...EMPTY_PROFILE,
  id,
  email,
  username,
  displayName,
  createdAtMs: 0,
})

test('suggestions find people by e-mail, username and name, and list matches at the start first', () => {
  const people = [
    user('1', 'zoe.anne@shop.test'),
    user('2', 'ann@shop.test'),
    user('3', 'x@shop.test', 'annika'),
    user('4', 'y@shop.test', null, 'Annabel'),
  ]
  expect(suggestFrom(people, ' ANN').map((person) => person.uid)).toEqual(['2', '3', '4', '1'])
})

test('suggestions leave out closed accounts and people without an e-mail, and need at least one letter', () => {
  expect(suggestFrom([{ ...user('1', 'ann@shop.test'), closedAtMs: 1 }], 'ann')).toEqual([])
  expect(suggestFrom([user('1', '', 'ann')], 'ann')).toEqual([])
  expect(suggestFrom([user('1', 'ann@shop.test')], '  ')).toEqual([])
})

test('merged suggestions list each uid once, from the first list that has it, and nobody without an e-mail', () => {
  const one = { uid: '1', email: 'a@shop.test', username: null, displayName: 'Local' }
  expect(
    mergeSuggestions(
      [one],
      [
        { ...one, displayName: 'Server' },
        { ...one, uid: '2', email: '' },
      ],
    ),
  ).toEqual([one])
})

test('the number of suggestions is limited', () => {
  const many = Array.from({ length: 100 }, (_, index) => user(`${index}`, `ann${index}@shop.test`))
  expect(suggestFrom(many, 'ann')).toHaveLength(MAX_SUGGESTIONS)
})
