import { type Cents, cents } from '@shop/shared/kernel/money.ts'
import { type Tender, tenderSchema } from '@shop/shared/pos/schema.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cashTender, changeCents, otherTender, quickAmounts, remainingCents, totalsByTender } from './tender-math.ts'

const c = cents

describe('tender arithmetic', () => {
  it('gives change on cash and never on a card', () => {
    const cash = cashTender(c(1_999), c(2_000)) as Tender
    expect(cash).toMatchObject({ amountCents: 1_999, givenCents: 2_000 })
    expect(changeCents([cash])).toBe(1)
    expect(otherTender('card', ' Visa ', c(1_999), c(5_000))).toEqual({ kind: 'card', label: 'Visa', amountCents: 1_999, givenCents: null })
  })

  it('takes no tender when nothing is left or nothing is paid', () => {
    expect(cashTender(c(0), c(500))).toBeUndefined()
    expect(otherTender('other', 'Gift card', c(500), c(0))).toBeUndefined()
  })

  it('splits a payment: the next tender pays what cash does not cover', () => {
    const total = c(5_000)
    const first = cashTender(total, c(2_000)) as Tender
    expect(remainingCents(total, [first])).toBe(3_000)
    const second = otherTender('card', '', c(3_000), c(3_000)) as Tender
    expect(remainingCents(total, [first, second])).toBe(0)
    expect(changeCents([first, second])).toBe(0)
  })

  it.each([
    [1_999, [2_000, 5_000, 10_000]],
    [2_000, [5_000, 10_000]],
    [101, [200, 500, 1_000, 2_000]],
    [12_345, [12_400, 12_500, 13_000, 14_000]],
    [999_950, [1_000_000]],
    [1_000_001, []],
    [0, []],
  ])('proposes notes for %i', (left, amounts) => {
    expect(quickAmounts(c(left))).toEqual(amounts)
  })

  it('sums by tender, ignoring case', () => {
    const tenders: Tender[] = [
      cashTender(c(100), c(100)),
      otherTender('card', 'Visa', c(300), c(300)),
      otherTender('card', 'VISA', c(50), c(50)),
    ] as Tender[]
    expect(totalsByTender(tenders)).toEqual([
      { name: 'Cash', amountCents: 100, count: 1 },
      { name: 'Visa', amountCents: 350, count: 2 },
    ])
    expect(
      totalsByTender([
        ...tenders.slice(1),
        { kind: 'cash', label: '', amountCents: c(-100) },
        { kind: 'card', label: 'visa', amountCents: c(-75) },
      ]),
    ).toEqual([
      { name: 'Visa', amountCents: 275, count: 2 },
      { name: 'Cash', amountCents: -100, count: 0 },
    ])
  })

  it('pays exactly the total with every split', () => {
    const amount = fc.integer({ min: 1, max: 9_000_000 })
    fc.assert(
      fc.property(amount, fc.array(fc.record({ cents: amount, isCash: fc.boolean() }), { maxLength: 8 }), (totalRaw, steps) => {
        const total = c(totalRaw)
        const tenders: Tender[] = []
        for (const step of [...steps, { cents: totalRaw, isCash: true }]) {
          const left: Cents = remainingCents(total, tenders)
          const tender = step.isCash ? cashTender(left, c(step.cents)) : otherTender('card', '', left, c(step.cents))
          if (tender) tenders.push(tenderSchema.parse(tender))
        }
        expect(remainingCents(total, tenders)).toBe(0)
        expect(tenders.reduce((sum, tender) => sum + tender.amountCents, 0)).toBe(totalRaw)
        expect(changeCents(tenders)).toBeGreaterThanOrEqual(0)
        expect(tenders.filter((tender) => (tender.givenCents ?? 0) > tender.amountCents).length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
