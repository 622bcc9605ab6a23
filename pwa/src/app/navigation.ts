import { pendingCount } from '@shop/shared/trades/rules/pending.ts'
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
  IconSunHigh,
  IconTruckDelivery,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { View } from '../sync/api.ts'
import { bookMismatches, openDiscrepancies, ordersToShip, pendingPayouts } from './waiting.ts'

/** Consignors work in `user`, the shop's staff in `admin`; admins can visit both. */
export type Area = 'user' | 'admin'

/** One navigation entry. A new screen adds one line here and its route in routes.tsx. */
export type NavEntry = {
  readonly to: string
  /** The address for an admin, when it differs. */
  readonly adminTo?: string
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

/** The address of an admin's own consignor dashboard. `/dashboard` alone shows an admin the shop's day. */
export const MY_GOODS_PATH = '/dashboard?tab=goods'

/** The address that tells screens apart: the path, and at `/dashboard` the tab too. */
export function screenOf({ pathname, search }: { readonly pathname: string; readonly search: string }): string {
  return pathname === '/dashboard' && new URLSearchParams(search).get('tab') === 'goods' ? MY_GOODS_PATH : pathname
}

const discrepancyBadge = { count: (view: View) => openDiscrepancies(view).length, label: 'open' }
const payoutBadge = { count: (view: View) => pendingPayouts(view).length, label: 'pending' }
const booksBadge = { count: bookMismatches, label: 'mismatches: the books do not balance' }
const orderBadge = { count: (view: View) => ordersToShip(view).length, label: 'to ship' }

const pendingOffers = {
  count(view: View, uid: string, nowMs: () => number): number {
    const [asked, got] = [view.where(trades, 'buyerUid', uid), view.where(offers, 'sellerUid', uid)]
    return asked.length + got.length === 0 ? 0 : pendingCount(asked, got, nowMs())
  },
  label: 'pending offers',
}

export const NAVIGATION: readonly NavEntry[] = [
  { to: '/dashboard', adminTo: MY_GOODS_PATH, label: 'My Inventory', Icon: IconPackages, area: 'user', place: 'main' },
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
  { to: '/admin', label: 'Admin', Icon: IconBuildingStore, area: 'user', place: 'main', adminOnly: true, badge: discrepancyBadge },

  { to: '/dashboard', label: 'Today', Icon: IconSunHigh, area: 'admin', place: 'main' },
  { to: '/pos', label: 'POS', Icon: IconCashRegister, area: 'admin', place: 'main' },
  { to: '/admin', label: 'Inventory', Icon: IconPackages, area: 'admin', place: 'main' },
  { to: '/admin-shipments', label: 'Shipments', Icon: IconTruckDelivery, area: 'admin', place: 'more' },
  {
    to: '/payout-requests',
    label: 'Payout Requests',
    Icon: IconCashBanknote,
    area: 'admin',
    place: 'more',
    badge: payoutBadge,
  },
  {
    to: '/admin-fulfillment',
    label: 'Marketplace',
    Icon: IconArrowsExchange,
    area: 'admin',
    place: 'more',
    badge: orderBadge,
  },
  { to: '/pos/sales', label: 'POS sales', Icon: IconReceipt2, area: 'admin', place: 'main' },
  {
    to: '/discrepancies',
    label: 'Discrepancies',
    shortLabel: 'To check',
    Icon: IconAlertTriangle,
    area: 'admin',
    place: 'more',
    badge: discrepancyBadge,
  },
  { to: '/consignors', label: 'Consignors', Icon: IconUsers, area: 'admin', place: 'more' },
  { to: '/email-tool', label: 'E-mail', Icon: IconMail, area: 'admin', place: 'more' },
  { to: '/ledger', label: 'Ledger', Icon: IconBook2, area: 'admin', place: 'more', badge: booksBadge },
  { to: '/admin/image-backfill', label: 'Image Backfill', shortLabel: 'Pictures', Icon: IconPhoto, area: 'admin', place: 'more' },
  { to: '/settings', label: 'Settings', Icon: IconSettings, area: 'admin', place: 'more' },
  { to: '/audit', label: 'Audit log', Icon: IconHistory, area: 'admin', place: 'more' },
  { to: MY_GOODS_PATH, label: 'My Dashboard', Icon: IconUser, area: 'admin', place: 'more' },
]

/** Counts what waits for a person behind all their entries, each thing once although an admin finds it in both areas. */
export function waitingFor(view: View, { uid, isAdmin, nowMs }: { uid: string; isAdmin: boolean; nowMs: () => number }): number {
  const areas: readonly Area[] = isAdmin ? ['user', 'admin'] : ['user']
  const badges = new Set(areas.flatMap((area) => entriesOf(area, isAdmin).map(({ badge }) => badge)))
  let waiting = 0
  for (const badge of badges) waiting += badge?.count(view, uid, nowMs) ?? 0
  return waiting
}

/** Returns the area of a screen (see `screenOf`). For an admin this is `admin`, unless an entry of `user` that is not `adminOnly` has exactly this address. */
export function areaOf(screen: string, isAdmin: boolean): Area {
  if (!isAdmin) return 'user'
  return entriesOf('user', isAdmin).some((entry) => !entry.adminOnly && entry.to === screen) ? 'user' : 'admin'
}

export function entriesOf(area: Area, isAdmin: boolean): readonly NavEntry[] {
  const entries = NAVIGATION.filter((entry) => entry.area === area && (isAdmin || !entry.adminOnly))
  return isAdmin ? entries.map((entry) => (entry.adminTo === undefined ? entry : { ...entry, to: entry.adminTo })) : entries
}

/** Returns the entry for a screen, which is the entry with the longest matching address. */
export function currentEntry(entries: readonly NavEntry[], screen: string): NavEntry | undefined {
  return entries
    .filter((entry) => screen === entry.to || screen.startsWith(`${entry.to}/`) || screen.startsWith(`${entry.to}?`))
    .sort((a, b) => b.to.length - a.to.length)[0]
}
