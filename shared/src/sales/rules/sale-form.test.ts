import { expect, it } from 'vitest'
import { MAX_CENTS } from '../../kernel/money.ts'
import { withinCents } from './sale-form.ts'

it('a total may be as large as the largest amount, on either side of zero, and is whole', () => {
  expect([0, MAX_CENTS, -MAX_CENTS].map(withinCents)).toEqual([true, true, true])
  expect([MAX_CENTS + 1, -MAX_CENTS - 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY].map(withinCents)).toEqual(Array(5).fill(false))
})
