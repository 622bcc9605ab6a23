import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('a count is followed by the singular or plural that fits the number', () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, 'piece'))).toEqual(['0 pieces', '1 piece', '2 pieces', '1,200 pieces'])
  expect([1, 2].map((count) => counted(count, 'entry is', 'entries are'))).toEqual(['1 entry is', '2 entries are'])
})
