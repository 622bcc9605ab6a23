import { cents } from '@shop/shared/kernel/money.ts'
import type { PosSale, Tender } from '@shop/shared/pos/schema.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { expect, it } from 'vitest'
import { waysBack, wayWords } from './ways-back.ts'

const tender = (kind: Tender['kind'], label: string, amountCents: number): Tender => ({
  kind,
  label,
  amountCents: cents(amountCents),
  givenCents: null,
})
const paid = (...tenders: Tender[]) => ({ tenders }) as PosSale
const gaveBack = (kind: Tender['kind'], label: string, amountCents: number) =>
  ({ tenders: [{ kind, label, amountCents: cents(amountCents) }], lines: [{ amountCents: cents(amountCents) }] }) as Refund

it('begins with the way that most of the sale was paid, adding up payments of one name', () => {
  const sale = paid(tender('cash', '', 900), tender('card', 'Visa', 500), tender('card', 'visa', 600))
  expect(waysBack(sale, [])).toEqual([
    { kind: 'card', label: 'Visa' },
    { kind: 'cash', label: '' },
  ])
  expect(waysBack(paid(), [])).toEqual([])
})

it('counts what earlier returns gave back', () => {
  const sale = paid(tender('cash', '', 900), tender('card', '', 1_000))
  expect(waysBack(sale, [gaveBack('card', '', 500)])[0]).toEqual({ kind: 'cash', label: '' })
  expect(waysBack(sale, [gaveBack('card', '', 500), gaveBack('cash', '', 700)])[0]).toEqual({ kind: 'card', label: '' })
})

it('says how money was given back', () => {
  const words = [
    { kind: 'cash', label: '' },
    { kind: 'card', label: '' },
    { kind: 'card', label: 'Visa' },
    { kind: 'other', label: 'Gift card' },
  ] as const
  expect(words.map(wayWords)).toEqual(['in cash', 'by card', 'by Visa', 'by Gift card'])
})
