import { type Cents, cents, sumCents } from '@shop/shared/kernel/money.ts'
import { boundsOfRange, type DayRange } from '@shop/shared/kernel/shop-day.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import type { Payout } from '@shop/shared/payouts/schema.ts'
import { asBooked, type Sale } from '@shop/shared/sales/schema.ts'
import { type ShipmentStatus, statusOf } from '@shop/shared/shipments/rules/status.ts'
import { carrierWord } from '@shop/shared/shipments/rules/tracking.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'

export type HistoryTab = (typeof HISTORY_TABS)[number]['value']

export const HISTORY_TABS = [
  { value: 'all', label: 'All' },
  { value: 'sales', label: 'Sales' },
  { value: 'payouts', label: 'Payouts' },
  { value: 'shipments', label: 'Shipments' },
] as const

export const isHistoryTab = (value: string | null): value is HistoryTab => HISTORY_TABS.some((tab) => tab.value === value)

/** One line of a consignor's history. `amountCents`: its effect on the consignor's balance; null where no money moved. */
export type HistoryEntry = {
  readonly id: string
  readonly atMs: number
  readonly title: string
  readonly detail: string
  readonly amountCents: Cents | null
  readonly status: 'sold' | 'returned' | 'void' | Payout['status'] | ShipmentStatus
} & (
  | { readonly kind: 'sale'; readonly sale: Sale }
  | { readonly kind: 'return'; readonly sale: Sale }
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
    // an edit of the record changes no balance
    amountCents: isVoid ? cents(0) : asBooked(sale).payoutCents,
    status: isVoid ? 'void' : 'sold',
  }
}

/** The returns of a sale, one line each: it counts on its own day. A void takes all of a sale back, so its returns are none of theirs. */
function returnEntries(sale: Sale): readonly HistoryEntry[] {
  if (sale.voidedAtMs !== null) return []
  return (sale.refunded?.returns ?? []).map(({ atMs, quantity, payoutCents, reason }, nth) => ({
    kind: 'return',
    sale,
    id: `${sale.id} return ${nth}`,
    atMs,
    title: sale.itemName,
    detail: [quantity === 0 ? 'Money off' : `${quantity} returned`, ...(reason === '' ? [] : [reason])].join(', '),
    amountCents: cents(-payoutCents),
    status: 'returned',
  }))
}

/** The amounts in which the record of a sale differs from its booking after an edit: the price as it was booked, and the consignor's share as the
 *  record now has it. Null where both agree, and for what is no sale. */
export function correctionOf(entry: HistoryEntry): {
  readonly bookedPriceCents: Cents | null
  readonly correctedPayoutCents: Cents | null
} {
  if (entry.kind !== 'sale') return { bookedPriceCents: null, correctedPayoutCents: null }
  const { sale } = entry
  const booked = asBooked(sale)
  return {
    bookedPriceCents: booked.salePriceCents === sale.salePriceCents ? null : booked.salePriceCents,
    correctedPayoutCents: booked.payoutCents === sale.payoutCents ? null : sale.payoutCents,
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

/** A consignor's sales and their returns, payouts and shipments as one list, latest first. */
export function historyOf(sales: readonly Sale[], payouts: readonly Payout[], shipments: readonly Shipment[]): readonly HistoryEntry[] {
  return [
    ...sales.flatMap((sale) => [saleEntry(sale), ...returnEntries(sale)]),
    ...payouts.map(payoutEntry),
    ...shipments.map(shipmentEntry),
  ].sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
}

export function within(entries: readonly HistoryEntry[], period: DayRange, timeZone: string): readonly HistoryEntry[] {
  const { fromMs, toMs } = boundsOfRange(period, timeZone)
  return entries.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
}

export function ofTab(entries: readonly HistoryEntry[], tab: HistoryTab): readonly HistoryEntry[] {
  return tab === 'all' ? entries : entries.filter(({ kind }) => `${kind === 'return' ? 'sale' : kind}s` === tab)
}

/** Sums of sales that are not void, less what came back of them, and of payouts that are not deleted. */
export function totalsOf(entries: readonly HistoryEntry[]): { readonly earnedCents: Cents; readonly takenCents: Cents } {
  const sumOf = (kind: HistoryEntry['kind']) =>
    sumCents(entries.filter((entry) => entry.kind === kind).map(({ amountCents }) => amountCents ?? cents(0)))
  return { earnedCents: cents(sumOf('sale') + sumOf('return')), takenCents: cents(-sumOf('payout')) }
}

/** Changes of the balance besides all sales and payouts of a history, such as trades, the money they hold, and corrections. A payout reduces
 *  `availableCents` when it is requested, so the totals include requested payouts. */
export function otherChangesOf({ earnedCents, takenCents }: ReturnType<typeof totalsOf>, availableCents: Cents): Cents {
  return cents(availableCents - earnedCents + takenCents)
}

export const OTHER_CHANGES = 'other changes (trades, corrections, opening balance)'
