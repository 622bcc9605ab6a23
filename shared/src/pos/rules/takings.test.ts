import { expect, it } from 'vitest'
import type { Refund } from '../../sales/refund-schema.ts'
import type { PosSale } from '../schema.ts'
import { salesIn, takingsIn, takingsOf } from './takings.ts'

const sale = (id: string, soldAtMs: number, voidedAtMs: number | null = null) => {
  const tenders = [{ kind: 'card', label: '', amountCents: 1_000, givenCents: null }]
  return { id, soldAtMs, voidedAtMs, totalCents: 1_000, taxCents: 80, payoutCents: 500, tenders } as unknown as PosSale
}

const refund = (saleId: string, atMs: number, amountCents: number, excessCents = 0) => {
  const lines = [{ amountCents, excessCents, taxCents: amountCents * 0.08, payoutCents: amountCents * 0.5 }]
  const tenders = [{ kind: 'cash', label: '', amountCents: amountCents + excessCents }]
  return { id: `back of ${saleId}`, saleId, atMs, lines, tenders } as unknown as Refund
}

const ALWAYS = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }

it('a void counts in the period in which it is made, and changes no earlier one', () => {
  const sales = [sale('kept', 10), sale('same', 11, 19), sale('later', 12, 20), sale('earlier', 9, 10), sale('next', 20)]
  const takings = takingsOf({ sales, refunds: [] })
  const counted = (fromMs: number, toMs: number) => {
    const inside = takingsIn(takings, { fromMs, toMs })
    return [...inside.map(({ kind, saleId }) => `${kind} ${saleId}`), inside.reduce((sum, one) => sum + salesIn(one, { fromMs, toMs }), 0)]
  }
  expect(counted(0, 10)).toEqual(['sale earlier', 1])
  expect(counted(10, 20)).toEqual(['sale kept', 'sale later', 'void earlier', 2])
  expect(counted(20, 30)).toEqual(['sale next', 'void later', 1])
  expect(counted(ALWAYS.fromMs, ALWAYS.toMs)).toEqual(['sale kept', 'sale next', 2])
})

it('a return counts when it is made, and takes no sale away', () => {
  const takings = takingsOf({ sales: [sale('a', 10)], refunds: [refund('a', 25, 400)] })
  const figures = (fromMs: number, toMs: number) =>
    takingsIn(takings, { fromMs, toMs }).map(({ amountCents, taxCents, payoutCents, ...one }) => [
      ...[one.kind, amountCents, taxCents, payoutCents],
      ...[one.tenders.map((tender) => tender.amountCents), salesIn(one, { fromMs, toMs })],
    ])
  expect(figures(0, 20)).toEqual([['sale', 1_000, 80, 500, [1_000], 1]])
  expect(figures(20, 30)).toEqual([['return', -400, -32, -200, [-400], 0]])
})

it('a void after a return gives back what is left, by the ways in which it was paid', () => {
  const takings = takingsOf({ sales: [sale('a', 10, 30)], refunds: [refund('a', 25, 400, 50)] })
  expect(takingsIn(takings, { fromMs: 30, toMs: 40 })).toMatchObject([
    {
      ...{ kind: 'void', amountCents: -600, taxCents: -48, payoutCents: -250 - 50 },
      tenders: [{ kind: 'card', amountCents: -600 }],
    },
  ])
  // together they leave what was given beyond the sale
  const all = takingsIn(takings, ALWAYS)
  const sumOf = (field: 'amountCents' | 'taxCents' | 'payoutCents') => all.reduce((sum, taking) => sum + taking[field], 0)
  expect([sumOf('amountCents'), sumOf('taxCents'), sumOf('payoutCents')]).toEqual([-50, 0, 0])
  expect(all.reduce((sum, one) => sum + salesIn(one, ALWAYS), 0)).toBe(0)
})

it('a return of an unknown sale counts without it', () => {
  expect(takingsOf({ sales: [], refunds: [refund('gone', 25, 0, 700)] })).toMatchObject([
    { kind: 'return', saleId: 'gone', sale: undefined, amountCents: -700, taxCents: 0, payoutCents: 0 },
  ])
})
