import { expect, it } from 'vitest'
import { promisedWords } from './promised-words.ts'

it('a count is asked for with the pieces that wait for trade orders', () => {
  expect([undefined, 0].map(promisedWords)).toEqual(['', ''])
  expect(promisedWords(1)).toBe('Count the piece promised to trade orders too, until it ships. The stock shows the rest.')
  expect(promisedWords(1_200)).toBe('Count the 1,200 pieces promised to trade orders too, until they ship. The stock shows the rest.')
})
