import { cents } from '@shop/shared/kernel/money.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { describe, expect, it } from 'vitest'
import { historyOf, ofTab, totalsOf, within } from './history-entries.ts'
import { statementRows } from './statement.ts'
import { ANN, saleOf } from './testing/sale.ts'

const at = (text: string) => Date.parse(text)
const payout = (id: string, requestedAtMs: number, status: Payout['status']): Payout => ({
  id,
  uid: ANN,
  amountCents: cents(300),
  method: 'venmo',
  handle: '@ann',
  status,
  requestedAtMs,
  settledAtMs: null,
  settledByUid: null,
})
const shipment: Shipment = {
  id: 'b',
  uid: ANN,
  carrier: 'UPS',
  trackingNumber: '1Z',
  isDelivered: true,
  isProcessed: false,
  submittedAtMs: at('2026-03-02T18:00:00Z'),
  updatedAtMs: 0,
}
const entries = historyOf(
  [
    saleOf('s1', at('2026-03-01T05:59:59Z')),
    saleOf('s2', at('2026-03-01T06:00:00Z'), { voidedAtMs: 9 }),
    saleOf('s3', at('2026-03-03T00:00:00Z')),
  ],
  [payout('p1', at('2026-03-04T00:00:00Z'), 'pending'), payout('p2', at('2026-03-05T00:00:00Z'), 'deleted')],
  [shipment],
)

describe('a history', () => {
  it('is one list, latest first, with tabs', () => {
    expect(entries.map(({ id }) => id)).toEqual(['p2', 'p1', 's3', 'b', 's2', 's1'])
    expect((['all', 'sales', 'payouts', 'shipments'] as const).map((tab) => ofTab(entries, tab).length)).toEqual([6, 3, 2, 1])
  })

  it('leaves void sales and deleted payouts out of its totals', () =>
    expect(totalsOf(entries)).toEqual({ earnedCents: 900, takenCents: 300 }))

  it('counts a return on its own day, with its reason', () => {
    const back = { quantity: 1, totalCents: cents(500), payoutCents: cents(225) }
    const returns = [{ ...back, atMs: at('2026-03-09T18:00:00Z'), reason: 'too small' }]
    const refunded = { ...back, taxCents: cents(0), returns }
    const sold = saleOf('s5', at('2026-03-01T18:00:00Z'), { soldQuantity: 2, payoutCents: cents(450), refunded })
    const found = historyOf([sold, { ...sold, id: 's6', voidedAtMs: 9 }], [], [])
    expect(found.map(({ kind, status, detail, amountCents }) => [kind, status, detail, amountCents])).toEqual([
      ['return', 'returned', '1 returned, too small', -225],
      ['sale', 'void', 'Marketplace, 2 sold', 0],
      ['sale', 'sold', 'Marketplace, 2 sold', 450],
    ])
    expect([ofTab(found, 'sales').length, totalsOf(found).earnedCents]).toEqual([3, 225])
  })

  it('limits a period by the shop’s days, including the first and the last', () => {
    const zone = 'America/Chicago'
    expect(within(entries, { from: '2026-03-01', to: '2026-03-02' }, zone).map(({ id }) => id)).toEqual(['s3', 'b', 's2'])
    expect(within(entries, { from: '', to: '2026-02-28' }, zone).map(({ id }) => id)).toEqual(['s1'])
    expect(within(entries, { from: '', to: '' }, zone)).toHaveLength(6)
  })

  it('becomes a statement with one line per entry and its effect on the balance', () => {
    const [head, ...rows] = [...statementRows(entries, 'America/Chicago', cents(-125))]
    expect(head?.slice(0, 4)).toEqual(['Date', 'Kind', 'What', 'Status'])
    const none = Array(7).fill(null)
    expect(rows[0]).toEqual(['2026-03-04', 'Payout', 'Payout by Venmo @ann', 'deleted', ...none, 0])
    expect(rows[6]).toEqual(['', 'Other', 'other changes (trades, corrections, opening balance)', '', ...none, -1.25])
    expect([...statementRows(entries, 'America/Chicago', cents(0))]).toHaveLength(7)
    expect(rows[5]).toEqual(['2026-02-28', 'Sale', '=Cup', 'sold', 2, 10, 1, 0, 50, null, null, 4.5])
  })

  it('names on a statement what was booked and what was corrected, for an edited sale alone', () => {
    const booked = { soldQuantity: 2, salePriceCents: cents(1_000), shippingCostCents: cents(100), payoutCents: cents(450) }
    const edited = saleOf('s4', 0, { booked, salePriceCents: cents(1_200), payoutCents: cents(600) })
    const renamed = saleOf('s5', 0, { booked, itemName: 'Mug' })
    const [head, ...rows] = [...statementRows(historyOf([edited, renamed], [], []), 'America/Chicago', cents(0))]
    expect(head?.slice(-3)).toEqual(['Booked Price', 'Corrected Payout', 'Balance Change'])
    expect(rows.map((row) => [row[5], ...row.slice(-3)])).toEqual([
      [10, null, null, 4.5],
      [12, 10, 6, 4.5],
    ])
  })
})
