import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editsToBegin, forgivenEdits, SimilarWords } from './similar-words.ts'

const LETTERS = 'abc'

/** All texts that are one edit away, written out. */
function oneEditFrom(word: string): Set<string> {
  const near = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [start, end] = [word.slice(0, at), word.slice(at)]
    near.add(start + end.slice(1))
    for (const letter of LETTERS) near.add(start + letter + end).add(start + letter + end.slice(1))
    if (end.length > 1) near.add(start + end[1] + end[0] + end.slice(2))
  }
  return near.add(word)
}

const begins = (other: string, some: ReadonlySet<string>) => [...some].some((word) => other.startsWith(word))
const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 7 })

it('knows whether a word is at most one edit away from the beginning of another one', () => {
  fc.assert(
    fc.property(word, word, (own, other) => {
      expect(editsToBegin(own, other, 1) <= 1).toBe(begins(other, oneEditFrom(own)))
    }),
    { numRuns: 3_000 },
  )
})

it('finds a beginning two edits away only where two edits lead, and wherever they lead without touching each other', () => {
  fc.assert(
    fc.property(word, word, (own, other) => {
      const twice = new Set([...oneEditFrom(own)].flatMap((near) => [...oneEditFrom(near)]))
      if (editsToBegin(own, other, 2) <= 2) expect(begins(other, twice)).toBe(true)
      const apart = oneEditFrom(own)
      for (const near of apart) if (other.startsWith(near)) expect(editsToBegin(own, other, 2)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 1_000 },
  )
  expect(editsToBegin('choclat', 'chocolate', 2)).toBe(1)
  expect(editsToBegin('chcolat', 'chocolate', 2)).toBe(1)
  expect(editsToBegin('schoclate', 'chocolate', 2)).toBe(2)
})

function wordsOf(...texts: string[]): SimilarWords {
  const words = new SimilarWords()
  for (const text of texts) words.take(text, text)
  return words
}

it('prefers one edit to two, and the word of the nearest length', () => {
  const words = wordsOf('nutella 400 g', 'nutellas', 'nuts', 'chocolate bar', 'chocolata')
  expect(words.like('nutela')).toEqual(['nutella', 'nutellas'])
  expect(words.like('chocolatr')).toEqual(['chocolata', 'chocolate'])
  expect(words.like('chokolatr')).toEqual(['chocolata', 'chocolate'])
})

it('forgives nothing in short words and in numbers', () => {
  expect(wordsOf('mug 8020 b52b').like('mog')).toEqual([])
  expect(['mug', 'mugs', '802033', 'b52bomber', 'samovars', 'x'.repeat(41)].map(forgivenEdits)).toEqual([0, 1, 0, 0, 2, 0])
})
