import {
  addressesTable,
  codeFactorsTable,
  emailProofsTable,
  endedSessionsTable,
  hostNamingSessionsTable,
  identityAccountsTable,
  identitySessionsTable,
  identityUsersTable,
  identityVerificationsTable,
  invitationsTable,
  knownDevicesTable,
  passkeysTable,
  passwordRenewalsTable,
  recoveryCodesTable,
  securityEventsTable,
  serverSecretsTable,
  shopAddressesTable,
  shopDemandsTable,
  ticketsTable,
  usersTable,
} from '../accounts/tables.ts'
import { analyticsDaysTable, analyticsDayVisitorsTable, analyticsPagesTable, analyticsVisitorsTable } from '../analytics/tables.ts'
import { membersBeforeProofsTable, membershipEventsTable, membershipsTable } from '../brands/tables.ts'
import { deviceFaultsTable } from '../faults/tables.ts'
import { thumbnailHostsTable, thumbnailsTable, thumbnailTouchesTable } from '../images/thumbnails/tables.ts'
import {
  categoriesTable,
  discrepanciesTable,
  importChunksTable,
  itemsTable,
  itemTextRunsTable,
  itemTextsTable,
  stockMovementsTable,
} from '../inventory/tables.ts'
import { mailsTable } from '../mail/tables.ts'
import { noticesTable, pushSubscriptionsTable } from '../notifications/tables.ts'
import { paymentInfosTable, payoutsTable } from '../payouts/tables.ts'
import { commandAcksTable, commandLogTable, deviceContactsTable, removalsTable, waitingReplaysTable } from '../platform/commands/tables.ts'
import { bootsTable, clusterTable } from '../platform/database/boots.ts'
import type { AnyCollectionTable, CollectionTables, SyncedTables } from '../platform/database/collection-table.ts'
import type { PlainTable, PlainTables } from '../platform/database/plain-table.ts'
import { jobsTable } from '../platform/jobs/tables.ts'
import { cartsTable, cashMovesTable, posSalesTable, shiftsTable, suspendedSalesTable } from '../pos/tables.ts'
import { balancesTable, booksChecksTable, ledgerEntriesTable, refundsTable, salesTable } from '../sales/tables.ts'
import { auditEntriesTable, settingsTable } from '../settings/tables.ts'
import { labelStocksTable, postalLabelsTable, shipmentsTable } from '../shipments/tables.ts'
import { autoPricesTable, offersTable, tradesTable } from '../trades/tables.ts'

/** Tables of the collections that reach devices. */
export const syncedTables = [
  settingsTable,
  usersTable,
  addressesTable,
  balancesTable,
  cartsTable,
  categoriesTable,
  itemsTable,
  posSalesTable,
  suspendedSalesTable,
  salesTable,
  refundsTable,
  shiftsTable,
  cashMovesTable,
  discrepanciesTable,
  tradesTable,
  offersTable,
  autoPricesTable,
  payoutsTable,
  paymentInfosTable,
  shipmentsTable,
  postalLabelsTable,
  labelStocksTable,
  auditEntriesTable,
  booksChecksTable,
] as const
const serverOnlyTables = [stockMovementsTable, ledgerEntriesTable] as const

/** Tables of all collections. `openPlatform` refuses to start when one is missing. */
export const tables: readonly AnyCollectionTable[] = [...syncedTables, ...serverOnlyTables]

export const plainTables = [
  bootsTable,
  clusterTable,
  commandLogTable,
  commandAcksTable,
  waitingReplaysTable,
  deviceContactsTable,
  removalsTable,
  jobsTable,
  identityUsersTable,
  endedSessionsTable,
  identitySessionsTable,
  identityAccountsTable,
  identityVerificationsTable,
  serverSecretsTable,
  ticketsTable,
  emailProofsTable,
  shopAddressesTable,
  hostNamingSessionsTable,
  invitationsTable,
  knownDevicesTable,
  securityEventsTable,
  codeFactorsTable,
  recoveryCodesTable,
  passkeysTable,
  shopDemandsTable,
  passwordRenewalsTable,
  itemTextsTable,
  itemTextRunsTable,
  importChunksTable,
  mailsTable,
  membershipsTable,
  membersBeforeProofsTable,
  membershipEventsTable,
  noticesTable,
  deviceFaultsTable,
  pushSubscriptionsTable,
  analyticsDaysTable,
  analyticsPagesTable,
  analyticsDayVisitorsTable,
  analyticsVisitorsTable,
  thumbnailsTable,
  thumbnailHostsTable,
  thumbnailTouchesTable,
] as const satisfies readonly PlainTable[]

declare module '../platform/database/tables.ts' {
  interface Tables
    extends SyncedTables<(typeof syncedTables)[number]>,
      CollectionTables<(typeof serverOnlyTables)[number]>,
      PlainTables<(typeof plainTables)[number]> {}
}
