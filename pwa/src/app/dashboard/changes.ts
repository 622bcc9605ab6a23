import type { Item } from '@shop/shared/inventory/schema.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'

/** Maximum number of ids per kind that a look remembers. */
export const MAX_KNOWN = 500

/** Rows of one kind that a look saw. `ids` has only the latest rows. A row whose time is at or before `toMs` is not new, even if its id is missing
 *  here. */
type Known = { readonly ids: readonly string[]; readonly toMs: number }

/** The rows that a person saw on the dashboard. A look keeps ids, because a timestamp does not show that a row is new: an offline till may send a
 *  sale days later. */
export type Look = {
  readonly atMs: number
  /** Sales that were not undone at that time. */
  readonly sales: Known
  readonly payouts: Known
  readonly items: Known
  /** Shipments that the shop had received. */
  readonly shipments: Known
}

/** Rows of one consignor. */
export type OwnRows = {
  readonly sales: readonly Sale[]
  readonly payouts: readonly Payout[]
  readonly items: readonly Item[]
  readonly shipments: readonly Shipment[]
}

const isStanding = (sale: Sale) => sale.voidedAtMs === null
const isPaid = (payout: Payout) => payout.status === 'paid'
const isReceived = (shipment: Shipment) => shipment.isDelivered || shipment.isProcessed
const soldAt = (sale: Sale) => sale.soldAtMs
const paidAt = (payout: Payout) => payout.settledAtMs ?? payout.requestedAtMs
const addedAt = (item: Item) => item.createdAtMs
const receivedAt = (shipment: Shipment) => shipment.updatedAtMs

function know<R extends { readonly id: string }>(rows: readonly R[], at: (row: R) => number): Known {
  const latest = [...rows].sort((a, b) => at(b) - at(a))
  const oldest = latest.length > MAX_KNOWN ? latest[MAX_KNOWN - 1] : undefined
  return { ids: latest.slice(0, MAX_KNOWN).map(({ id }) => id), toMs: oldest ? at(oldest) : 0 }
}

export function lookAt({ sales, payouts, items, shipments }: OwnRows, nowMs: number): Look {
  return {
    atMs: nowMs,
    sales: know(sales.filter(isStanding), soldAt),
    payouts: know(payouts.filter(isPaid), paidAt),
    items: know(items, addedAt),
    shipments: know(shipments.filter(isReceived), receivedAt),
  }
}

/** Changes since a look. New rows come latest first. */
export type Changes = {
  readonly sold: readonly Sale[]
  /** Sales of the look that have been undone since. */
  readonly undone: readonly Sale[]
  readonly paid: readonly Payout[]
  readonly added: readonly Item[]
  /** Items of the new sales that are sold out. */
  readonly soldOut: readonly Item[]
  readonly received: readonly Shipment[]
}

function news<R extends { readonly id: string }>(rows: readonly R[], at: (row: R) => number, { ids, toMs }: Known): readonly R[] {
  const known = new Set(ids)
  return rows.filter((row) => at(row) > toMs && !known.has(row.id)).sort((a, b) => at(b) - at(a))
}

export function changesSince(look: Look, { sales, payouts, items, shipments }: OwnRows): Changes {
  const sold = news(sales.filter(isStanding), soldAt, look.sales)
  const seen = new Set(look.sales.ids)
  const touched = new Set(sold.map(({ itemId }) => itemId))
  return {
    sold,
    undone: sales.filter((sale) => !isStanding(sale) && seen.has(sale.id)),
    paid: news(payouts.filter(isPaid), paidAt, look.payouts),
    added: news(items, addedAt, look.items),
    soldOut: items.filter(({ id, stockCount }) => stockCount <= 0 && touched.has(id)),
    received: news(shipments.filter(isReceived), receivedAt, look.shipments),
  }
}

/** Minimum time between two looks, in milliseconds, for the second look to start a new visit. A reload or a glance at another screen takes less. */
export const VISIT_GAP_MS = 30 * 60_000

/** `since`: the last look before this visit. `last`: the latest look. Stored per person. */
export type Visit = { readonly since: Look | null; readonly last: Look }

/** Returns the visit after a look at these rows. The very first visit has nothing to compare with. */
export function visitAfter(visit: Visit | null, rows: OwnRows, nowMs: number): Visit {
  const last = lookAt(rows, nowMs)
  if (visit === null) return { since: null, last }
  // a clock that was set back starts a new visit, too
  const isAnother = Math.abs(nowMs - visit.last.atMs) > VISIT_GAP_MS
  return { since: isAnother ? visit.last : visit.since, last }
}
