import { discrepancies } from '@shop/shared/inventory/schema.ts'
import { payouts } from '@shop/shared/payouts/schema.ts'
import { booksChecks, latestCheck } from '@shop/shared/sales/schema.ts'
import { ORDERED_TRADES, pendingCount } from '@shop/shared/trades/rules/pending.ts'
import { offers, trades } from '@shop/shared/trades/schema.ts'
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBook2,
  IconBuildingStore,
  IconCashBanknote,
  IconCashRegister,
  IconHistory,
  IconMail,
  IconPackages,
  IconPhoto,
  IconReceipt2,
  IconSettings,
  IconTruckDelivery,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { View } from '../sync/api.ts'

/** Consignors work in `user`, the shop's staff in `admin`; admins can visit both. */
export type Area = 'user' | 'admin'

/** One navigation entry. A new screen adds one line here and its route in routes.tsx. */
export type NavEntry = {
  readonly to: string
  readonly label: string
  /** Shown below the icon in the narrow rail and the bottom bar. Needed if a word of the label is too long there. */
  readonly shortLabel?: string
  readonly Icon: typeof IconPackages
  readonly area: Area
  /** `more`: after the main entries in the side rail, and behind More on a phone. */
  readonly place: 'main' | 'more'
  readonly adminOnly?: boolean
  /** Number of pending things behind the entry. */
  readonly badge?: { readonly count: (view: View, uid: string, nowMs: () => number) => number; readonly label: string }
}

const openDiscrepancies = {
  count: (view: View) => view.all(discrepancies).filter((discrepancy) => discrepancy.settledAtMs === null).length,
  label: 'open',
}

const pendingPayouts = {
  count: (view: View) => view.all(payouts).filter(({ status }) => status === 'pending').length,
  label: 'pending',
}

const brokenBooks = {
  count: (view: View) => latestCheck(view.all(booksChecks))?.mismatches.length ?? 0,
  label: 'mismatches: the books do not balance',
}

const pendingOffers = {
  count(view: View, uid: string, nowMs: () => number): number {
    const [asked, got] = [view.where(trades, 'buyerUid', uid), view.where(offers, 'sellerUid', uid)]
    return asked.length + got.length === 0 ? 0 : pendingCount(asked, got, nowMs())
  },
  label: 'pending offers',
}

const ordersToShip = {
  count: (view: View) => view.all(trades).filter(({ status }) => ORDERED_TRADES.includes(status)).length,
  label: 'to ship',
}

export const NAVIGATION: readonly NavEntry[] = [
  { to: '/dashboard', label: 'My Inventory', Icon: IconPackages, area: 'user', place: 'main' },
  { to: '/sales-history', label: 'Sales History', Icon: IconReceipt2, area: 'user', place: 'main' },
  { to: '/user-shipments', label: 'Shipments', Icon: IconTruckDelivery, area: 'user', place: 'main' },
  {
    to: '/marketplace',
    label: 'Marketplace',
    Icon: IconArrowsExchange,
    area: 'user',
    place: 'main',
    badge: pendingOffers,
  },
  { to: '/admin', label: 'Admin', Icon: IconBuildingStore, area: 'user', place: 'main', adminOnly: true, badge: openDiscrepancies },

  { to: '/pos', label: 'POS', Icon: IconCashRegister, area: 'admin', place: 'main' },
  { to: '/admin', label: 'Inventory', Icon: IconPackages, area: 'admin', place: 'main' },
  { to: '/admin-shipments', label: 'Shipments', Icon: IconTruckDelivery, area: 'admin', place: 'more' },
  {
    to: '/payout-requests',
    label: 'Payout Requests',
    Icon: IconCashBanknote,
    area: 'admin',
    place: 'more',
    badge: pendingPayouts,
  },
  {
    to: '/admin-fulfillment',
    label: 'Marketplace',
    Icon: IconArrowsExchange,
    area: 'admin',
    place: 'more',
    badge: ordersToShip,
  },
  { to: '/pos/sales', label: 'POS sales', Icon: IconReceipt2, area: 'admin', place: 'main' },
  {
    to: '/discrepancies',
    label: 'Discrepancies',
    shortLabel: 'To check',
    Icon: IconAlertTriangle,
    area: 'admin',
    place: 'more',
    badge: openDiscrepancies,
  },
  { to: '/consignors', label: 'Consignors', Icon: IconUsers, area: 'admin', place: 'main' },
  { to: '/email-tool', label: 'E-mail', Icon: IconMail, area: 'admin', place: 'more' },
  { to: '/ledger', label: 'Ledger', Icon: IconBook2, area: 'admin', place: 'more', badge: brokenBooks },
  { to: '/admin/image-backfill', label: 'Image Backfill', shortLabel: 'Pictures', Icon: IconPhoto, area: 'admin', place: 'more' },
  { to: '/settings', label: 'Settings', Icon: IconSettings, area: 'admin', place: 'more' },
  { to: '/audit', label: 'Audit log', Icon: IconHistory, area: 'admin', place: 'more' },
  { to: '/dashboard', label: 'My Dashboard', Icon: IconUser, area: 'admin', place: 'more' },
]

/** Counts what waits for a person behind all their entries, each thing once although an admin finds it in both areas. */
export function waitingFor(view: View, { uid, isAdmin, nowMs }: { uid: string; isAdmin: boolean; nowMs: () => number }): number {
  const areas: readonly Area[] = isAdmin ? ['user', 'admin'] : ['user']
  const badges = new Set(areas.flatMap((area) => entriesOf(area, isAdmin).map(({ badge }) => badge)))
  let waiting = 0
  for (const badge of badges) waiting += badge?.count(view, uid, nowMs) ?? 0
  return waiting
}

/** Returns the area of an address. For an admin this is `admin`, unless an entry of `user` that is not `adminOnly` has exactly this address. */
export function areaOf(path: string, isAdmin: boolean): Area {
  if (!isAdmin) return 'user'
  return NAVIGATION.some((entry) => entry.area === 'user' && !entry.adminOnly && entry.to === path) ? 'user' : 'admin'
}

export function entriesOf(area: Area, isAdmin: boolean): readonly NavEntry[] {
  return NAVIGATION.filter((entry) => entry.area === area && (isAdmin || !entry.adminOnly))
}

/** Returns the entry for an address, which is the entry with the longest matching path. */
export function currentEntry(entries: readonly NavEntry[], path: string): NavEntry | undefined {
  return entries.filter((entry) => path === entry.to || path.startsWith(`${entry.to}/`)).sort((a, b) => b.to.length - a.to.length)[0]
}
