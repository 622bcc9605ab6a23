import { addressesTable, usersTable } from '../accounts/tables.ts'
import { discrepanciesTable, itemsTable, stockMovementsTable } from '../inventory/tables.ts'
import { paymentInfosTable, payoutsTable } from '../payouts/tables.ts'
import type { AnyCollectionTable } from '../platform/database/collection-table.ts'
import { cartsTable, posSalesTable } from '../pos/tables.ts'
import { balancesTable, booksChecksTable, ledgerEntriesTable, salesTable } from '../sales/tables.ts'
import { auditEntriesTable, settingsTable } from '../settings/tables.ts'
import { shipmentsTable } from '../shipments/tables.ts'
import { autoPricesTable, offersTable, tradesTable } from '../trades/tables.ts'

/** The table of every collection. `openPlatform` refuses to start when one is missing. */
export const tables: readonly AnyCollectionTable[] = [
  settingsTable,
  usersTable,
  addressesTable,
  balancesTable,
  cartsTable,
  itemsTable,
  posSalesTable,
  salesTable,
  discrepanciesTable,
  tradesTable,
  offersTable,
  autoPricesTable,
  payoutsTable,
  paymentInfosTable,
  shipmentsTable,
  auditEntriesTable,
  booksChecksTable,
  stockMovementsTable,
  ledgerEntriesTable,
]
