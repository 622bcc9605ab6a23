import { cents } from '@shop/shared/kernel/money.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import type { CashMove, Shift } from '@shop/shared/pos/shift-schema.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { expect, it } from 'vitest'
import { heardShifts } from './heard-shifts.ts'

const tenders = (amountCents: number) => [{ kind: 'card', label: '', amountCents: cents(amountCents) }]
const sale = (id: string, shiftId: string | null, soldAtMs: number, totalCents: number, voided: object = {}) =>
  ({
    ...{ id, shiftId, soldAtMs, totalCents, taxCents: 0, payoutCents: 0, tenders: tenders(totalCents) },
    ...{ receiptNumber: id, voidedAtMs: null, voidShiftId: null, ...voided },
  }) as unknown as PosSale
const refund = (saleId: string, shiftId: string | null, atMs: number, amountCents: number) =>
  ({ id: `of ${saleId}`, saleId, shiftId, atMs, receiptNumber: '', lines: [], tenders: tenders(amountCents) }) as unknown as Refund
const shift = (id: string, openedAtMs: number | null, closedAtMs: number | null = null) => ({ id, openedAtMs, closedAtMs }) as Shift

it('a shift of which only later facts arrived is listed with its takings, the latest first', () => {
  const sales = [
    sale('1', 'offline', 10, 3_000),
    sale('2', 'offline', 30, 1_200),
    sale('3', 'opened', 20, 900),
    sale('4', null, 20, 800),
    sale('5', 'opened', 20, 500, { voidedAtMs: 60, voidShiftId: 'only a void' }),
  ]
  const moves = [
    { shiftId: 'only a move', atMs: 50 },
    { shiftId: 'opened', atMs: 55 },
  ] as CashMove[]
  const refunds = [refund('4', 'offline', 40, 250)]
  const shifts = [shift('opened', 1), shift('offline', null), shift('only counted', null, 70), shift('only a move', null)]
  expect(heardShifts({ shifts, sales, refunds, moves })).toEqual([
    { id: 'only counted', lastAtMs: 70, takenCents: 0 },
    { id: 'only a void', lastAtMs: 60, takenCents: -500 },
    { id: 'only a move', lastAtMs: 50, takenCents: 0 },
    { id: 'offline', lastAtMs: 40, takenCents: 3_950 },
  ])
})

it('a shift whose opening has arrived is listed with the others', () => {
  const sales = [sale('1', 'offline', 10, 3_000)]
  const listed = (openedAtMs: number | null) => heardShifts({ shifts: [shift('offline', openedAtMs)], sales, refunds: [], moves: [] })
  expect([listed(null).length, listed(5)]).toEqual([1, []])
})
