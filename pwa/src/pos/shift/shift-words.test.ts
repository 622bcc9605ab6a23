import { cents } from '@shop/shared/kernel/money.ts'
import { figuresOf } from '@shop/shared/pos/rules/shift-figures.ts'
import type { ShiftFigures } from '@shop/shared/pos/shift-schema.ts'
import { expect, it } from 'vitest'
import { cashRows, differenceOf, differenceWords, lateWords, openingWords, saleRows } from './shift-words.ts'

const EMPTY = figuresOf({ openingCents: cents(200_00) }, { takings: [], moves: [] })
const figures = (more: Partial<ShiftFigures>): ShiftFigures => ({ ...EMPTY, ...more })

it('the difference of a count is short, exact or over', () => {
  expect([-200, 0, 1_05].map((difference) => differenceWords(cents(difference)))).toEqual(['$2.00 short', 'Exact', '$1.05 over'])
  const z = figures({ expectedCents: cents(155_51) })
  expect(differenceOf({ countedCents: cents(153_51), z })).toBe(-2_00)
  expect(differenceOf({ countedCents: null, z: null })).toBeNull()
})

it('an opening amount is compared with what the last shift left', () => {
  const words = (opening: number) => openingWords(cents(opening), cents(200_00))
  expect([198_00, 200_00, 201_00].map(words)).toEqual(['$2.00 less than the last shift left', null, '$1.00 more than the last shift left'])
})

it('what came after the close stands beside the printed figures', () => {
  const z = figures({ salesCount: 3, expectedCents: cents(155_51) })
  const late = (expected: number, now: Partial<ShiftFigures>) =>
    lateWords({ expectedCents: cents(expected), z }, figures({ salesCount: 3, ...now }))
  expect(late(155_51, {})).toBeNull()
  expect(late(167_51, { salesCount: 4 })).toBe('+$12.00, 1 sale')
  // by card
  expect(late(155_51, { salesCount: 5 })).toBe('2 sales')
  expect(late(143_51, { returnsCount: 1 })).toBe('-$12.00, 1 return')
  expect(late(205_51, { moveIds: ['late'] })).toBe('+$50.00, 1 cash move')
  // a device that does not have all rows
  expect(late(155_51, { salesCount: 2 })).toBeNull()
  expect(lateWords({ expectedCents: cents(1), z: null }, EMPTY)).toBeNull()
})

it('the lines of a report add up', () => {
  const day = figures({
    ...{ salesCount: 2, salesCents: cents(54_03), returnsCount: 1, returnsCents: cents(18_01) },
    payments: [
      { kind: 'cash', label: '', amountCents: cents(18_01) },
      { kind: 'card', label: 'Visa', amountCents: cents(18_01) },
    ],
    ...{ inCents: cents(50_00), outCents: cents(12_50), dropCents: cents(100_00), expectedCents: cents(155_51) },
  })
  for (const rows of [cashRows(day), saleRows(day).filter(({ name }) => name !== 'Sales tax included')]) {
    const sum = rows.at(-1)
    expect(sum?.isSum).toBe(true)
    expect(rows.slice(0, -1).reduce((all, { amountCents }) => all + amountCents, 0)).toBe(sum?.amountCents)
  }
})
