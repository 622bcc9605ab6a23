import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import type { Discount } from '../reduction-schema.ts'
import { netCentsOf, reductionsOf } from './reductions.ts'

const priced = (unitPrice: number | null, quantity = 1, discount: Discount | null = null) => ({
  unitPriceCents: unitPrice === null ? null : cents(unitPrice),
  quantity,
  discount,
})
const percent = (value: number): Discount => ({ kind: 'percent', value, bearer: 'shared', reason: '' })
const amount = (value: number): Discount => ({ kind: 'amount', value, bearer: 'shared', reason: '' })
const centsOf = (...args: Parameters<typeof reductionsOf>) =>
  reductionsOf(...args).map((each) => each.map(({ scope, reducedCents }) => [scope, reducedCents] as const))

it('takes a tenth off each line', () =>
  expect(centsOf([priced(3_000), priced(2_000), priced(1_000)], percent(1_000))).toEqual([
    [['cart', 300]],
    [['cart', 200]],
    [['cart', 100]],
  ]))

it('takes the line’s own discount first, and the cart’s off the rest', () =>
  expect(centsOf([priced(1_000, 3, percent(5_000)), priced(1_500)], amount(300))).toEqual([
    [
      ['line', 1_500],
      ['cart', 150],
    ],
    [['cart', 150]],
  ]))

it('spreads the odd cents by largest remainder, the earlier line first', () =>
  expect(centsOf([priced(333), priced(333), priced(334)], amount(100))).toEqual([[['cart', 33]], [['cart', 33]], [['cart', 34]]]))

it('takes no more than the price, and nothing off a line without one', () => {
  expect(centsOf([priced(500, 1, amount(900)), priced(null)], amount(10))).toEqual([[['line', 500]], []])
  expect(centsOf([priced(500)], amount(900))).toEqual([[['cart', 500]]])
})

it('takes exactly the cart’s discount, and from no line more than it costs', () => {
  const anyDiscount = fc.oneof(fc.integer({ min: 1, max: 10_000 }).map(percent), fc.integer({ min: 1, max: 2_000_000 }).map(amount))
  const anyLine = fc.record({
    unitPriceCents: fc.option(fc.integer({ min: 1, max: 100_000 }).map(cents)),
    quantity: fc.integer({ min: 1, max: 50 }),
    discount: fc.option(anyDiscount),
  })
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), fc.option(anyDiscount), (lines, ofCart) => {
      const own = reductionsOf(lines, null)
      const rests = lines.map((line, nth) => netCentsOf({ ...line, reductions: own[nth] }))
      const nets = lines.map((line, nth) => netCentsOf({ ...line, reductions: reductionsOf(lines, ofCart)[nth] }))
      const total = rests.reduce((sum, rest) => sum + rest, 0)
      const wanted =
        ofCart === null ? 0 : ofCart.kind === 'percent' ? Math.round((total * ofCart.value) / 10_000) : Math.min(total, ofCart.value)
      expect(nets.reduce((sum, net) => sum + net, 0)).toBe(total - wanted)
      nets.forEach((net, nth) => {
        expect(net).toBeGreaterThanOrEqual(0)
        const exact = total === 0 ? 0 : (wanted * (rests[nth] ?? 0)) / total
        expect(Math.abs((rests[nth] ?? 0) - net - exact)).toBeLessThan(1)
      })
    }),
  )
})
