import { addresses, users } from './accounts/schema.ts'
import { categories } from './inventory/category-schema.ts'
import { discrepancies, items, stockMovements } from './inventory/schema.ts'
import type { AnyCollection } from './kernel/define-command.ts'
import { paymentInfos, payouts } from './payouts/schema.ts'
import { carts, posSales, suspendedSales } from './pos/schema.ts'
import { cashMoves, shifts } from './pos/shift-schema.ts'
import { refunds } from './sales/refund-schema.ts'
import { balances, booksChecks, ledgerEntries, sales } from './sales/schema.ts'
import { auditEntries, settings } from './settings/schema.ts'
import { labelStocks, postalLabels } from './shipments/label-schema.ts'
import { shipments } from './shipments/schema.ts'
import { autoPrices, offers, trades } from './trades/schema.ts'

/** Every collection of the product, in the order of a first sync. */
export const collections: readonly AnyCollection[] = [
  settings,
  users,
  addresses,
  balances,
  carts,
  categories,
  items,
  posSales,
  suspendedSales,
  sales,
  refunds,
  shifts,
  cashMoves,
  discrepancies,
  shipments,
  postalLabels,
  labelStocks,
  payouts,
  paymentInfos,
  trades,
  offers,
  autoPrices,
  auditEntries,
  booksChecks,
  stockMovements,
  ledgerEntries,
]

const byName = new Map(collections.map((collection) => [collection.name, collection]))

/** Finds a collection by its name; undefined for a name of a newer version. */
export const findCollection = (name: string): AnyCollection | undefined => byName.get(name)
