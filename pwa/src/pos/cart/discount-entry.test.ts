import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { cents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import type { Discount } from '@shop/shared/sales/reduction-schema.ts'
import { describe, expect, it } from 'vitest'
import { discountWords } from '../../ui/discount-words.ts'
import { emptyCart, freeLine, setCartDiscount, setDiscount } from './cart-changes.ts'
import { type DiscountEntry, discountChange, discountEffect, entryOf, readDiscount } from './discount-entry.ts'

const id = (n: number) => uuidv7(1_700_000_000_000 + n, new Uint8Array(10).fill(n))
const typed = (kind: Discount['kind'], text: string): DiscountEntry => ({ ...entryOf(null), kind, text })
const PRICE = cents(2_000)

describe('a typed discount', () => {
  it.each([
    ['percent', '10', 1_000],
    ['percent', '12.5', 1_250],
    ['percent', '12,5 %', 1_250],
    ['percent', '.25', 25],
    ['percent', '100', 10_000],
    ['amount', '5', 500],
    ['amount', '$20.00', 2_000],
  ] as const)('reads %s %s', (kind, text, value) => {
    expect(readDiscount(typed(kind, text), PRICE)).toEqual({ kind, value, bearer: 'shared', reason: '' })
  })

  it.each([
    ['percent', ' ', 'Please enter the discount'],
    ['percent', 'ten', 'Please enter a valid percentage'],
    ['percent', '-5', 'Please enter a valid percentage'],
    ['percent', '0', 'The discount must be greater than 0'],
    ['percent', '100.01', 'At most 100%'],
    ['percent', '150', 'At most 100%'],
    ['percent', '12.345', 'At most two decimals'],
    ['amount', '1.234', 'At most two decimals'],
    ['amount', 'free', 'Please enter a valid amount'],
    ['amount', '0.00', 'The discount must be greater than 0'],
    ['amount', '20.01', 'At most the price, $20.00'],
    ['amount', '1,000', 'At most the price, $20.00'],
  ] as const)('refuses %s %s with a sentence', (kind, text, problem) => {
    expect(readDiscount(typed(kind, text), PRICE)).toEqual({ problem })
  })

  it('may be an amount before the price is known', () => {
    expect(readDiscount(typed('amount', '5'), ZERO_CENTS)).toMatchObject({ value: 500 })
  })

  it('is shown again as it was given', () => {
    const given = [
      { kind: 'percent', value: 1_250, bearer: 'shop', reason: 'damaged' },
      { kind: 'amount', value: 550, bearer: 'consignor', reason: '' },
    ] as const
    for (const discount of given) expect(readDiscount(entryOf(discount), PRICE)).toEqual(discount)
    expect(given.map(discountWords)).toEqual(['12.5% off · damaged', '$5.50 off'])
  })
})

describe('the effect of a discount', () => {
  const line = (n: number, unitPriceCents: number, consignorId: string | null) => ({
    ...freeLine(id(n), 'Lamp', '', cents(unitPriceCents)),
    consignorId,
  })
  const cart = { ...emptyCart(id(1), id(2), id(3), 5, 50), lines: [line(10, 2_000, id(9)), line(11, 1_000, null)] }
  const percent = (value: number, bearer: Discount['bearer']): Discount => ({ kind: 'percent', value, bearer, reason: '' })
  const ofLine = { lineId: id(10) }

  it('shows what a line costs, what its consignor gets, and what the shop loses', () => {
    expect(discountEffect(cart, ofLine, 825)).toEqual({ beforeCents: 2_000, afterCents: 2_000, payoutCents: 924, lossCents: 0 })
    const given = setDiscount(id(10), percent(6_000, 'shop'))(cart)
    expect(discountEffect(given, ofLine, 825)).toEqual({ beforeCents: 2_000, afterCents: 800, payoutCents: 924, lossCents: 185 })
  })

  it('of the whole cart comes off what the lines cost after their own', () => {
    const reduced = setCartDiscount(percent(1_000, 'consignor'))(setDiscount(id(10), percent(5_000, 'shared'))(cart))
    expect(discountEffect(reduced, { lineId: null }, 0)).toEqual({ beforeCents: 2_000, afterCents: 1_800, payoutCents: 400, lossCents: 0 })
    // the line's price is the one it shows; its consignor gets what the sale will pay
    expect(discountEffect(reduced, ofLine, 0)).toEqual({ beforeCents: 2_000, afterCents: 1_000, payoutCents: 400, lossCents: 0 })
  })

  it('is shown for sums that no sale may have', () => {
    const huge = { ...cart, lines: [{ ...line(10, 9_000_000_000, id(9)), quantity: 1_000_000 }], discount: percent(100, 'shop') }
    expect(discountEffect(huge, { lineId: null }, 825).beforeCents).toBe(9_000_000_000_000_000)
  })

  it('changes the line or the cart', () => {
    const given = percent(100, 'shop')
    expect(discountChange(ofLine, given)(cart)).toEqual(setDiscount(id(10), given)(cart))
    expect(discountChange({ lineId: null }, given)(cart)).toEqual(setCartDiscount(given)(cart))
  })
})
