import { cents } from '@shop/shared/kernel/money.ts'
import { FRESH_SALE, type Sale } from '@shop/shared/sales/schema.ts'
import { expect, it } from 'vitest'
import { changesSince, lookAt, MAX_KNOWN, type OwnRows, VISIT_GAP_MS, visitAfter } from './changes.ts'

const NONE: OwnRows = { sales: [], payouts: [], items: [], shipments: [] }
const NOTHING = { sold: [], undone: [], paid: [], added: [], soldOut: [], received: [] }

const sale = (id: string, soldAtMs: number, more: Partial<Sale> = {}): Sale => ({
  ...FRESH_SALE,
  id,
  kind: 'pos',
  posSaleId: null,
  displayId: id,
  itemId: null,
  itemName: `Item of ${id}`,
  barcode1: '',
  imageUrl: '',
  consignorId: 'ann',
  soldQuantity: 1,
  salePriceCents: cents(1_000),
  shippingCostCents: cents(0),
  taxCents: cents(0),
  consignorPercentage: 50,
  payoutCents: cents(500),
  shopCents: cents(500),
  soldAtMs,
  byUid: 'ada',
  ...more,
})
const item = (id: string, createdAtMs: number, stockCount = 1) => ({ id, createdAtMs, stockCount }) as OwnRows['items'][number]
const payout = (id: string, status: 'pending' | 'paid' | 'deleted', settledAtMs: number | null) =>
  ({ id, status, requestedAtMs: 1, settledAtMs }) as OwnRows['payouts'][number]
const shipment = (id: string, flags: { isDelivered?: boolean; isProcessed?: boolean }, updatedAtMs: number) =>
  ({ id, isDelivered: false, isProcessed: false, updatedAtMs, ...flags }) as OwnRows['shipments'][number]

it('the dashboard lists only the changes since the last look, latest first', () => {
  const before: OwnRows = {
    sales: [sale('s1', 10)],
    payouts: [payout('p1', 'pending', null), payout('p2', 'paid', 5)],
    items: [item('i1', 1, 2), item('i2', 2, 1)],
    shipments: [shipment('b1', {}, 3), shipment('b2', { isProcessed: true }, 4)],
  }
  const look = lookAt(before, 100)
  expect(changesSince(look, before)).toEqual(NOTHING)
  const changes = changesSince(look, {
    sales: [...before.sales, sale('s2', 110, { itemId: 'i2' }), sale('s3', 120)],
    payouts: [payout('p1', 'paid', 130), payout('p2', 'paid', 5), payout('p3', 'deleted', 131)],
    items: [item('i1', 1, 2), item('i2', 2, 0), item('i3', 140, 4)],
    shipments: [shipment('b1', { isDelivered: true }, 150), shipment('b2', { isProcessed: true, isDelivered: true }, 151)],
  })
  expect(changes.sold.map(({ id }) => id)).toEqual(['s3', 's2'])
  expect(changes.paid.map(({ id }) => id)).toEqual(['p1'])
  expect(changes.added.map(({ id }) => id)).toEqual(['i3'])
  expect(changes.soldOut.map(({ id }) => id)).toEqual(['i2'])
  expect(changes.received.map(({ id }) => id)).toEqual(['b1'])
})

it('the dashboard reports a sale that was made before the last look but sent later', () => {
  const look = lookAt({ ...NONE, sales: [sale('s2', 90)] }, 100)
  expect(changesSince(look, { ...NONE, sales: [sale('s2', 90), sale('s1', 10)] }).sold.map(({ id }) => id)).toEqual(['s1'])
})

it('the dashboard reports an undone sale once', () => {
  const undone = { ...NONE, sales: [sale('s1', 10, { voidedAtMs: 120 }), sale('s2', 110, { voidedAtMs: 121 })] }
  const look = lookAt({ ...NONE, sales: [sale('s1', 10)] }, 100)
  const changes = changesSince(look, undone)
  expect(changes.undone.map(({ id }) => id)).toEqual(['s1'])
  expect(changes.sold).toEqual([])
  expect(changesSince(lookAt(undone, 130), undone)).toEqual(NOTHING)
})

it('the dashboard remembers the latest of many rows, and reports no older row as new', () => {
  const many = Array.from({ length: MAX_KNOWN + 300 }, (_, at) => sale(`s${at}`, 1_000 + at))
  const look = lookAt({ ...NONE, sales: many }, 5_000)
  expect(look.sales.ids).toHaveLength(MAX_KNOWN)
  expect(changesSince(look, { ...NONE, sales: many })).toEqual(NOTHING)
  expect(changesSince(look, { ...NONE, sales: [...many, sale('new', 4_000)] }).sold.map(({ id }) => id)).toEqual(['new'])
})

it('a visit continues across reloads, and a new visit starts after a pause', () => {
  const first = visitAfter(null, NONE, 1_000)
  expect(first.since).toBeNull()
  const reloaded = visitAfter(first, { ...NONE, sales: [sale('s1', 1_500)] }, 2_000)
  expect(reloaded.since).toBeNull()
  const laterMs = 2_000 + VISIT_GAP_MS + 1
  const second = visitAfter(reloaded, { ...NONE, sales: [sale('s1', 1_500), sale('s2', laterMs)] }, laterMs)
  expect(second.since).toBe(reloaded.last)
  const third = visitAfter(second, NONE, laterMs + 5)
  expect(third.since).toBe(reloaded.last)
  expect(visitAfter(third, NONE, 1_000).since).toBe(third.last)
})
