import { type Cents, cents, sumCents } from '@shop/shared/kernel/money.ts'
import { boundsOfDate } from '@shop/shared/kernel/shop-day.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import { asBooked, type Sale } from '@shop/shared/sales/schema.ts'
import { type ShipmentStatus, statusOf } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'

/** The tabs of spec §2 Sales History. */
export type HistoryTab = (typeof HISTORY_TABS)[number]['value']

/** The tabs with their words, in their order. */
export const HISTORY_TABS = [
  { value: 'all', label: 'All' },
  { value: 'sales', label: 'Sales' },
  { value: 'payouts', label: 'Payouts' },
  { value: 'shipments', label: 'Shipments' },
] as const

/** Does an address name one of them? */
export const isHistoryTab = (value: string | null): value is HistoryTab => HISTORY_TABS.some((tab) => tab.value === value)

/** One line of a consignor's history. `amountCents`: what it did to what the shop owes; null where no money moved. */
export type HistoryEntry = {
  readonly id: string
  readonly atMs: number
  readonly title: string
  readonly detail: string
  readonly amountCents: Cents | null
  readonly status: 'sold' | 'void' | Payout['status'] | ShipmentStatus
} & (
  | { readonly kind: 'sale'; readonly sale: Sale }
  | { readonly kind: 'payout'; readonly payout: Payout }
  | { readonly kind: 'shipment'; readonly shipment: Shipment }
)

const KINDS: Readonly<Record<Sale['kind'], string>> = { pos: 'Shop', record: 'Marketplace', master: 'Shop’s own', custom: 'Custom sale' }

function saleEntry(sale: Sale): HistoryEntry {
  const isVoid = sale.voidedAtMs !== null
  return {
    kind: 'sale',
    sale,
    id: sale.id,
    atMs: sale.soldAtMs,
    title: sale.itemName,
    detail: `${KINDS[sale.kind]}, ${sale.soldQuantity} sold`,
    // an edit of the record changes no balance (spec §6)
    amountCents: isVoid ? cents(0) : asBooked(sale).payoutCents,
    status: isVoid ? 'void' : 'sold',
  }
}

function payoutEntry(payout: Payout): HistoryEntry {
  return {
    kind: 'payout',
    payout,
    id: payout.id,
    atMs: payout.requestedAtMs,
    title: `Payout by ${METHOD_NAME[payout.method]}`,
    detail: payout.handle,
    amountCents: cents(payout.status === 'deleted' ? 0 : -payout.amountCents),
    status: payout.status,
  }
}

function shipmentEntry(shipment: Shipment): HistoryEntry {
  return {
    kind: 'shipment',
    shipment,
    id: shipment.id,
    atMs: shipment.submittedAtMs,
    title: `Shipment by ${carrierWord(shipment.carrier)}`,
    detail: shipment.trackingNumber,
    amountCents: null,
    status: statusOf(shipment),
  }
}

/** A consignor's sales, payouts and shipments as one list, the latest first. */
export function historyOf(sales: readonly Sale[], payouts: readonly Payout[], shipments: readonly Shipment[]): readonly HistoryEntry[] {
  return [...sales.map(saleEntry), ...payouts.map(payoutEntry), ...shipments.map(shipmentEntry)].sort(
    (a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1),
  )
}

/** Days of the shop's calendar, YYYY-MM-DD, both included; '' leaves that end open. */
export type Period = { readonly from: string; readonly to: string }

/** The entries of a period. */
export function within(entries: readonly HistoryEntry[], { from, to }: Period, timeZone: string): readonly HistoryEntry[] {
  const fromMs = boundsOfDate(from, timeZone)?.fromMs ?? Number.NEGATIVE_INFINITY
  const toMs = boundsOfDate(to, timeZone)?.toMs ?? Number.POSITIVE_INFINITY
  return entries.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
}

/** The entries of a tab. */
export function ofTab(entries: readonly HistoryEntry[], tab: HistoryTab): readonly HistoryEntry[] {
  return tab === 'all' ? entries : entries.filter(({ kind }) => `${kind}s` === tab)
}

/** What the entries come to: earned by sales that stand, and taken out by payouts that were not deleted. */
export function totalsOf(entries: readonly HistoryEntry[]): { readonly earnedCents: Cents; readonly takenCents: Cents } {
  const sumOf = (kind: HistoryEntry['kind']) =>
    sumCents(entries.filter((entry) => entry.kind === kind).map(({ amountCents }) => amountCents ?? cents(0)))
  return { earnedCents: sumOf('sale'), takenCents: cents(-sumOf('payout')) }
}

/** What moved the balance besides a whole history's sales and payouts, and has no line there: trades with the money they hold, corrections, and what an earlier account
 *  brought along. `availableCents`: the balance now, from which a payout is taken when it is requested; so it is in the totals. */
export function otherChangesOf({ earnedCents, takenCents }: ReturnType<typeof totalsOf>, availableCents: Cents): Cents {
  return cents(availableCents - earnedCents + takenCents)
}

/** What those changes are called. */
export const OTHER_CHANGES = 'other changes (trades, corrections, opening balance)'
