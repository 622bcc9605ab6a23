import { cents } from '@shop/shared/kernel/money.ts'
import type { Cart, PosSale } from '@shop/shared/pos/schema.ts'
import type { Refund } from '@shop/shared/sales/refund-schema.ts'
import { expect, it } from 'vitest'
import { tillsOf } from './tills.ts'

const HOUR_MS = 3_600_000
const DAY = { fromMs: 1_000 * HOUR_MS, toMs: 1_024 * HOUR_MS, nowMs: 1_010 * HOUR_MS }

const sale = (cartId: string, receiptNumber: string, hour: number, totalCents: number, more: Partial<PosSale> = {}) =>
  ({
    ...{ id: receiptNumber, taxCents: 0, payoutCents: 0, tenders: [] },
    cartId,
    receiptNumber,
    soldAtMs: hour * HOUR_MS,
    totalCents: cents(totalCents),
    voidedAtMs: null,
    ...more,
  }) as unknown as PosSale
const cart = (id: string, clientId: string, hour: number, status: Cart['status'], pieces = 1) =>
  ({ id, clientId, updatedAtMs: hour * HOUR_MS, status, lines: [{ quantity: pieces }] }) as unknown as Cart

it('lists each device once, with today’s takings and its open cart, the busiest first', () => {
  const sales = [
    sale('c1', 'AAAAA-0001', 1_001, 500),
    sale('c2', 'BBBBB-0007', 1_002, 900),
    sale('gone', 'AAAAA-0002', 1_003, 100), // its cart is gone, its series is known
    sale('c3', 'AAAAA-0003', 1_004, 4_000, { voidedAtMs: 1_005 * HOUR_MS }),
    sale('c1', 'AAAAA-0000', 990, 70_000), // yesterday
    sale('c2', 'BBBBB-0006', 991, 50, { voidedAtMs: 1_006 * HOUR_MS }), // yesterday's, voided today
    sale('c1', 'AAAAA-0004', 1_005, 30, { voidedAtMs: 1_030 * HOUR_MS }), // voided tomorrow
  ]
  const back = {
    saleId: 'AAAAA-0000',
    receiptNumber: 'AAAAA-0000',
    atMs: 1_007 * HOUR_MS,
    lines: [],
    tenders: [{ amountCents: cents(20) }],
  }
  const tills = tillsOf(
    { sales, refunds: [back as unknown as Refund] },
    [
      cart('c1', 'one', 1_001, 'completed'),
      cart('c2', 'two', 1_002, 'completed'),
      cart('c3', 'one', 1_004, 'completed'),
      cart('c4', 'two', 1_009, 'open', 3),
      cart('c5', 'one', 1_008, 'parked', 9),
    ],
    DAY,
  )
  expect(tills).toEqual([
    { clientId: 'two', series: 'BBBBB', takenCents: 850, sales: 1, openPieces: 3, lastHeardMs: 1_009 * HOUR_MS },
    { clientId: 'one', series: 'AAAAA', takenCents: 610, sales: 3, openPieces: 0, lastHeardMs: 1_008 * HOUR_MS },
  ])
})

it('gives back today what an earlier return left of a sale that is voided today', () => {
  const sold = sale('c1', 'AAAAA-0001', 700, 900, { voidedAtMs: 1_001 * HOUR_MS })
  const money = { lines: [{ amountCents: 400, taxCents: 0, payoutCents: 0 }], tenders: [{ amountCents: cents(400) }] }
  const back = { saleId: sold.id, receiptNumber: sold.receiptNumber, atMs: 710 * HOUR_MS, ...money } as unknown as Refund
  const [till] = tillsOf({ sales: [sold], refunds: [back] }, [cart('c1', 'one', 1_000, 'completed')], DAY)
  expect(till?.takenCents).toBe(-500)
})

it('lists a return of an old sale with the till that sold it', () => {
  const sold = sale('c1', 'AAAAA-0001', 700, 900)
  const money = { lines: [{ amountCents: 400, taxCents: 0, payoutCents: 0 }], tenders: [{ amountCents: cents(400) }] }
  const back = { saleId: sold.id, receiptNumber: sold.receiptNumber, atMs: 1_002 * HOUR_MS, ...money } as unknown as Refund
  const tills = tillsOf({ sales: [sold], refunds: [back] }, [cart('c1', 'one', 700, 'completed')], DAY)
  expect(tills).toMatchObject([{ clientId: 'one', series: 'AAAAA', takenCents: -400, sales: 0, lastHeardMs: 700 * HOUR_MS }])
})

it('lists a till without a known cart by its series, and none that is silent for a week', () => {
  expect(
    tillsOf({ sales: [sale('gone', 'CCCCC-0001', 1_001, 300)], refunds: [] }, [cart('old', 'three', 800, 'open')], DAY).map(
      ({ clientId }) => clientId,
    ),
  ).toEqual(['CCCCC'])
})
