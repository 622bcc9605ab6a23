import { expect, test } from 'vitest'
import { marked, selectionWords, toggled } from './row-selection.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e']

test('a tick adds a row and takes it away, and leaves rows of other searches selected', () => {
  expect([...toggled(new Set(['z']), ROWS, 1, null)]).toEqual(['z', 'b'])
  expect([...toggled(new Set(['z', 'b']), ROWS, 1, null)]).toEqual(['z'])
  expect([...toggled(new Set(['z']), ROWS, 9, null)]).toEqual(['z'])
})

test('a range goes from the last tick to this one, in either direction, and takes the state of its end', () => {
  expect([...toggled(new Set(['b']), ROWS, 3, 'b')]).toEqual(['b', 'c', 'd'])
  expect([...toggled(new Set(['d']), ROWS, 1, 'd')].sort()).toEqual(['b', 'c', 'd'])
  expect([...toggled(new Set(ROWS), ROWS, 2, 'a')]).toEqual(['d', 'e'])
  expect([...toggled(new Set(), ROWS, 3, 'gone')]).toEqual(['d'])
})

test('all rows are selected or not at once', () => {
  expect([...marked(new Set(['z', 'a']), ROWS, true)]).toEqual(['z', ...ROWS])
  expect([...marked(new Set(['z', 'a']), ROWS, false)]).toEqual(['z'])
})

test('the words say how many a search hides', () => {
  expect(selectionWords(3, 0)).toBe('3 selected')
  expect(selectionWords(1_200, 2)).toBe('1,200 selected, 2 outside this search')
  expect(selectionWords(2, 2)).toBe('2 selected, all outside this search')
})
