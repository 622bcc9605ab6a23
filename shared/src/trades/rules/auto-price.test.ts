import { expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { testId } from '../../testing/memory-shop.ts'
import { newestRule } from './auto-price.ts'

it('of two price rules for spellings of one barcode, the newest counts for each spelling', () => {
  const rule = (n: number, barcode1: string) => ({ id: testId(n), uid: 'ann', barcode1, acceptAtCents: cents(n), declineBelowCents: null })
  const [old, other, newest] = [rule(1, '036000291452'), rule(9, '4006381333931'), rule(2, '0036000291452')]
  for (const rules of [
    [old, other, newest],
    [newest, other, old],
  ])
    for (const barcode of ['036000291452', '0036000291452']) expect(newestRule(rules, barcode)).toBe(newest)
  expect(newestRule([old, newest], '4006381333931')).toBeUndefined()
})
