import { cents } from '@shop/shared/kernel/money.ts'
import { expect, it } from 'vitest'
import { amountOf, type CountDraft, countedOf, countsOf, emptyCount, isWrong, leftText, usuallyLeft } from './count-draft.ts'

const draft = (more: Partial<CountDraft>): CountDraft => ({ ...emptyCount('shift'), ...more })

it('a count adds up its notes and coins', () => {
  const counted = draft({ pieces: { 10000: '1', 2000: '2', 1000: '1', 100: '3', 25: '2', 1: '1', 50: '' } })
  expect(countedOf(counted)).toBe(153_51)
  expect(amountOf(counted, cents(20_00))).toBe(40_00)
  expect(countsOf(counted)).toEqual([
    { valueCents: 100_00, pieces: 1 },
    { valueCents: 20_00, pieces: 2 },
    { valueCents: 10_00, pieces: 1 },
    { valueCents: 1_00, pieces: 3 },
    { valueCents: 25, pieces: 2 },
    { valueCents: 1, pieces: 1 },
  ])
})

it('nothing typed is no count, but 0 is one', () => {
  expect(countedOf(draft({}))).toBeUndefined()
  expect(countedOf(draft({ pieces: { 100: ' ' } }))).toBeUndefined()
  expect(countedOf(draft({ pieces: { 100: '0' } }))).toBe(0)
  expect(countsOf(draft({ pieces: { 100: '0' } }))).toEqual([])
})

it('a wrong number of pieces is no count', () => {
  for (const pieces of ['x', '1.5', '-1', '100001']) {
    const wrong = draft({ pieces: { 100: pieces, 2000: '1' } })
    expect([isWrong(wrong, cents(1_00)), countedOf(wrong), amountOf(wrong, cents(1_00))], pieces).toEqual([true, undefined, 0])
  }
})

it('only the total can be typed too', () => {
  const counted = draft({ way: 'total', total: '153.51', pieces: { 100: '9' } })
  expect([countedOf(counted), countsOf(counted)]).toEqual([153_51, []])
  expect(countedOf(draft({ way: 'total', total: 'x' }))).toBeUndefined()
})

it('what stays is at first the opening amount, or all of a smaller count', () => {
  expect([usuallyLeft(cents(200_00), cents(153_51)), usuallyLeft(cents(100_00), cents(153_51))]).toEqual([153_51, 100_00])
  expect(leftText(draft({}), cents(100_00), cents(153_51))).toBe('100.00')
  expect(leftText(draft({ left: '' }), cents(100_00), cents(153_51))).toBe('')
})
