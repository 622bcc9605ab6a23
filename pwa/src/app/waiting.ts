import { type Discrepancy, discrepancies } from '@shop/shared/inventory/schema.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { booksChecks, latestCheck } from '@shop/shared/sales/schema.ts'
import { ORDERED_TRADES } from '@shop/shared/trades/rules/pending.ts'
import { type Trade, trades } from '@shop/shared/trades/schema.ts'
import type { View } from '../sync/api.ts'

// Work that waits for the shop, as the navigation counts it and as the shop's day lists it.

export const openDiscrepancies = (view: View): readonly Discrepancy[] =>
  view.all(discrepancies).filter(({ settledAtMs }) => settledAtMs === null)

export const pendingPayouts = (view: View): readonly Payout[] => view.all(payouts).filter(({ status }) => status === 'pending')

export const ordersToShip = (view: View): readonly Trade[] => view.all(trades).filter(({ status }) => ORDERED_TRADES.includes(status))

/** Number of mismatches that the latest check of the books found. */
export const bookMismatches = (view: View): number => latestCheck(view.all(booksChecks))?.mismatches.length ?? 0
