import { expect, it } from 'vitest'
import { dollarsSchema, signedDollarsSchema, toCents } from './dollars.ts'

it('takes amounts that a field may hold, negative ones only where somebody may owe', () => {
  expect(
    [dollarsSchema, signedDollarsSchema].map((schema) => [0, 12.5, 90_000_000, -1].map((dollars) => schema.safeParse(dollars).success)),
  ).toEqual([
    [true, true, true, false],
    [true, true, true, true],
  ])
})

it.each([90_000_000.01, Number.POSITIVE_INFINITY, Number.NaN, '5', null])('refuses %s', (dollars) => {
  expect([dollarsSchema.safeParse(dollars).success, signedDollarsSchema.safeParse(dollars).success]).toEqual([false, false])
})

it('becomes whole cents', () => {
  expect([0, 1.005, -2.5].map(toCents)).toEqual([0, 101, -250])
  expect(() => toCents(90_000_000.01)).toThrow(RangeError)
})
