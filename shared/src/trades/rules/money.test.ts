import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, cents, sumCents } from '../../kernel/money.ts'
import type { OfferBreakdown } from '../schema.ts'
import { autoAnswer } from './auto-price.ts'
import { breakdownOf, moneyOf, offerMoney, requestMoney, shippingOf } from './money.ts'

const bySeller = { commissionBps: 1_000, commissionPaidBy: 'seller', shippingCents: cents(400) } as const
const byBuyer = { ...bySeller, commissionPaidBy: 'buyer' } as const

describe('the money of a trade', () => {
  it('is item cost and shipping, and the sellers pay the commission', () => {
    expect(requestMoney(cents(1_050), 3, bySeller)).toEqual({
      itemCostCents: 3_150,
      shippingCents: 400,
      commissionCents: 315,
      payoutCents: 2_835,
      totalCents: 3_550,
    })
  })

  it('includes the commission on top when the buyer pays it', () => {
    expect(requestMoney(cents(1_050), 3, byBuyer)).toMatchObject({ commissionCents: 315, payoutCents: 3_150, totalCents: 3_865 })
  })

  it('includes no shipping when the buyer provides it', () => {
    expect([shippingOf(true, cents(400)), shippingOf(false, cents(400))]).toEqual([0, 400])
  })

  it('rounds the commission half up to the cent', () => {
    expect(offerMoney(cents(5), 1, bySeller)).toEqual({ itemCostCents: 5, commissionCents: 1, payoutCents: 4 })
    expect(offerMoney(cents(4), 1, bySeller)).toEqual({ itemCostCents: 4, commissionCents: 0, payoutCents: 4 })
  })

  it('adds up and never exceeds the hold, with any number of pieces in each accepted offer', () => {
    const terms = fc.record({
      commissionBps: fc.integer({ min: 0, max: 5_000 }),
      commissionPaidBy: fc.constantFrom('seller' as const, 'buyer' as const),
      shippingCents: fc.constantFrom(cents(0), cents(400)),
    })
    const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2_000 })), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(terms, parts, (of, sold) => {
        const quantity = sold.reduce((sum, [pieces]) => sum + pieces, 0)
        const open = sold.map(([, price]) => ({ bidCents: cents(price) as Cents }))
        let held = moneyOf({ ...of, quantity, acceptedQuantity: 0 }, [], open).totalCents
        const accepted: OfferBreakdown[] = []
        for (const [pieces, price] of sold) {
          accepted.push(breakdownOf(accepted, { quantity: pieces, priceCents: cents(price), atMs: 1 }, of))
          open.shift()
          const acceptedQuantity = accepted.reduce((sum, one) => sum + one.quantity, 0)
          const now = moneyOf({ ...of, quantity, acceptedQuantity }, accepted, open)
          expect(now.totalCents).toBeLessThanOrEqual(held)
          held = now.totalCents
        }
        const out = [...accepted.map((one) => one.payoutCents), ...accepted.map((one) => one.commissionCents), of.shippingCents]
        expect(sumCents(out)).toBe(held)
      }),
      { verbose: 1 },
    )
  })
})

it('a price rule accepts high prices, declines low prices, and leaves prices in between to its seller', () => {
  const rule = { acceptAtCents: cents(1_000), declineBelowCents: cents(500) } as never
  expect([499, 500, 999, 1_000].map((price) => autoAnswer(rule, cents(price)))).toEqual(['decline', null, null, 'accept'])
  expect(autoAnswer(undefined, cents(1))).toBeNull()
})
