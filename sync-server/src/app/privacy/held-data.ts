import type { Row } from '@shop/shared/kernel/define-collection.ts'
import { addressesTable, usersTable } from '../../accounts/tables.ts'
import { itemsTable } from '../../inventory/tables.ts'
import { paymentInfosTable, payoutsTable } from '../../payouts/tables.ts'
import { type CollectionTable, selectPage } from '../../platform/database/collection-table.ts'
import { anyOf } from '../../platform/database/expressions.ts'
import type { Db } from '../../platform/database/sql.ts'
import { balancesTable, ledgerEntriesTable, salesTable } from '../../sales/tables.ts'
import { auditEntriesTable } from '../../settings/tables.ts'
import { postalLabelsTable, shipmentsTable } from '../../shipments/tables.ts'
import { autoPricesTable, offersTable, tradesTable } from '../../trades/tables.ts'
import type { Person } from './person.ts'

/** Number of rows in one page of an export. */
const PAGE = 500

/** Reads the next rows about a person, in order of their ids; fewer than the limit at the end. */
type ReadRows = (db: Db, person: Person, after: string, limit: number) => Promise<readonly Row[]>

/** A table with rows about a person. `file`: the file of the export that contains the rows, or null with the reason in `because`; `erasing`: the
 *  effect of an erasure on the rows. */
type Held = { readonly erasing: string } & (
  | { readonly file: string; readonly rows: ReadRows }
  | { readonly file: null; readonly because: string }
)

/** A table’s data on a person. `nothing`: the content of a table that has no such data. */
export type HeldData = Held | { readonly nothing: string }

/** Reads the rows of a collection whose `field` is the person's id, with these fields and the row's id. */
const own = <R extends Row>(table: CollectionTable<R>, field: keyof R & string, fields: readonly string[] | 'all'): ReadRows => {
  return async (db, { user }, after, limit) => {
    const rows = await selectPage(db, table, { field, value: user.id, after, limit })
    return fields === 'all' ? rows : rows.map((row) => pick(row, fields))
  }
}

const pick = <R extends Row>(row: R, fields: readonly string[]): Row => ({
  id: row.id,
  ...Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))),
})

const asSeen = <R extends Row>(table: CollectionTable<R>, field: keyof R & string): ReadRows =>
  own(table, field, table.collection.userFields)

const IN_OTHERS = 'the name is written as the made-up one'

/** The data on a person in each table. A test demands a line for every table, so that nobody adds a table without a decision. */
export const heldData: Readonly<Record<string, HeldData>> = {
  users: { file: 'profile.json', rows: asSeen(usersTable, 'id'), erasing: 'the row stays with a made-up name' },
  addresses: { file: 'addresses.json', rows: asSeen(addressesTable, 'uid'), erasing: 'deleted' },
  balances: { file: 'balance.json', rows: asSeen(balancesTable, 'id'), erasing: 'stays, for the books' },
  items: { file: 'goods.json', rows: asSeen(itemsTable, 'consignorId'), erasing: 'stays: it says what the goods are, not whose' },
  sales: { file: 'sales.json', rows: asSeen(salesTable, 'consignorId'), erasing: 'stays, for the books' },
  ledger_entries: {
    file: 'ledger.json',
    rows: own(ledgerEntriesTable, 'uid', ['postingId', 'account', 'amountCents', 'kind', 'sourceId', 'atMs']),
    erasing: 'stays, for the books',
  },
  payouts: { file: 'payouts.json', rows: asSeen(payoutsTable, 'uid'), erasing: 'stays, without the handle' },
  payment_infos: { file: 'payout-handles.json', rows: asSeen(paymentInfosTable, 'id'), erasing: 'deleted' },
  shipments: { file: 'shipments.json', rows: asSeen(shipmentsTable, 'uid'), erasing: 'deleted' },
  postal_labels: { file: 'postal-labels.json', rows: asSeen(postalLabelsTable, 'uid'), erasing: 'deleted, with the file' },
  trades: { file: 'trades.json', rows: asSeen(tradesTable, 'buyerUid'), erasing: 'stays, without address, tracking and label' },
  offers: { file: 'offers.json', rows: asSeen(offersTable, 'sellerUid'), erasing: 'stays, without the buyer’s tracking' },
  auto_prices: { file: 'price-rules.json', rows: asSeen(autoPricesTable, 'uid'), erasing: 'deleted' },
  audit_entries: {
    file: 'changes-by-admins.json',
    rows: own(auditEntriesTable, 'subject', ['atMs', 'action', 'before', 'after']),
    erasing: 'stays, without the texts',
  },
  identity_users: { file: 'sign-in.json', rows: signIn, erasing: 'deleted' },
  identity_accounts: { file: 'sign-in-methods.json', rows: signInMethods, erasing: 'deleted with the sign-in' },
  identity_sessions: { file: 'devices.json', rows: sessions, erasing: 'deleted with the sign-in' },
  mails: { file: 'mails.json', rows: mails, erasing: 'deleted, with those that mention the e-mail' },
  notices: { file: 'notices.json', rows: notices, erasing: 'deleted' },
  push_subscriptions: { file: 'notifications.json', rows: subscriptions, erasing: 'deleted' },
  invitations: { file: 'invitations.json', rows: invitations, erasing: 'deleted' },
  memberships: { file: 'membership.json', rows: membership, erasing: 'deleted' },
  security_events: {
    file: 'security.json',
    rows: securityEvents,
    erasing: 'stays under the account’s number, without addresses and devices',
  },
  command_log: { file: 'requests.json', rows: requests, erasing: 'stays, without arguments and answers' },

  pos_sales: { file: null, because: 'a receipt of somebody’s purchase; its lines are in sales.json', erasing: IN_OTHERS },
  refunds: {
    file: null,
    because: 'returns of somebody’s purchase; what came back of each line is in sales.json',
    erasing: 'stays, for the books; a reason names somebody only by accident',
  },
  shifts: {
    file: null,
    because: 'the cash of a drawer, opened and counted by admins; a note names somebody only by accident',
    erasing: 'stays, for the books',
  },
  cash_moves: {
    file: null,
    because: 'cash of a drawer, moved by admins; a reason names somebody only by accident',
    erasing: 'stays, for the books',
  },
  suspended_sales: {
    file: null,
    because: 'sales that wait for an admin, who may reject them; an accepted one is in sales.json',
    erasing: IN_OTHERS,
  },
  carts: { file: null, because: 'goods that a customer is about to buy; the goods are in goods.json', erasing: IN_OTHERS },
  discrepancies: {
    file: null,
    because: 'about pieces and sales; a note names somebody only by accident',
    erasing: 'notes that name them are emptied',
  },
  stock_movements: { file: null, because: 'pieces of goods.json, counted up and down', erasing: 'stays: it names the goods only' },
  waiting_replays: {
    file: 'waiting-requests.json',
    rows: waitingRequests,
    erasing: 'deleted; those of other people may name them until an admin confirms the restore',
  },

  command_acks: { file: null, because: 'numbers of requests.json that a device has not heard of yet', erasing: 'deleted' },
  device_contacts: { file: null, because: 'when a till last sent something, by the number of the till', erasing: 'kept for 400 days' },
  code_factors: { file: null, because: 'the sealed secret of an app on the person’s phone', erasing: 'deleted with the sign-in' },
  recovery_codes: { file: null, because: 'hashes of codes', erasing: 'deleted with the sign-in' },
  passkeys: { file: null, because: 'public keys of the person’s devices, named under Profile', erasing: 'deleted with the sign-in' },
  known_devices: { file: null, because: 'hashes of the numbers of devices in devices.json', erasing: 'deleted with the sign-in' },
  password_renewals: {
    file: null,
    because: 'a mark that a password must be set anew, because it or the second step changed after a restored backup',
    erasing: 'deleted with the sign-in',
  },
  email_proofs: { file: null, because: 'hashes of a mailed link and its code', erasing: 'deleted with the sign-in' },
  members_before_proofs: {
    file: null,
    because: 'a mark that a membership counted before e-mails were confirmed',
    erasing: 'deleted with the sign-in',
  },
  host_naming_sessions: { file: null, because: 'numbers of sessions in devices.json', erasing: 'deleted with the sign-in' },
  removals: {
    file: null,
    because: 'numbers of rows that a device has to forget',
    erasing: 'kept for 400 days, so that devices forget the rows',
  },
  jobs: {
    file: null,
    because: 'work of the next moments about rows in other files',
    erasing: 'failed jobs that name the person are deleted',
  },
  import_chunks: { file: null, because: 'an import of goods under way, for two days at most', erasing: 'deleted' },
  tickets: { file: null, because: 'hashes of links and codes, for a day at most', erasing: 'deleted' },
  identity_verifications: { file: null, because: 'secrets of a sign-in under way', erasing: 'deleted' },
  item_texts: { file: null, because: 'the search words of goods.json', erasing: 'stays: it says what the goods are' },

  categories: { nothing: 'kinds of goods, the same for everybody' },
  label_stocks: { nothing: 'how many postal labels are free' },
  settings: { nothing: 'the shop’s own settings' },
  item_text_runs: { nothing: 'numbers of imports under way' },
  books_checks: { nothing: 'counts and sums of the whole books' },
  ended_sessions: { nothing: 'hashes of tokens that no longer count' },
  device_faults: { nothing: 'classes of errors, places in the program, screens and browsers' },
  boots: { nothing: 'starts of the server' },
  cluster: { nothing: 'which database this is' },
  server_secrets: { nothing: 'keys of the server' },
  shop_demands: { nothing: 'what the shop demands of its admins and of newcomers' },
  shop_addresses: { nothing: 'addresses of the shop’s own pages' },
  membership_events: { nothing: 'numbers of received messages' },
  analytics_days: { nothing: 'counts of visits' },
  analytics_pages: { nothing: 'counts of visits' },
  analytics_day_visitors: { nothing: 'random numbers of browsers, never tied to an account' },
  analytics_visitors: { nothing: 'random numbers of browsers, never tied to an account' },
  thumbnails: { nothing: 'small copies of pictures of goods' },
  thumbnail_hosts: { nothing: 'pauses between requests for pictures' },
  thumbnail_touches: { nothing: 'links of pictures of goods' },
}

/** Reads all rows of one file of an export, page by page. */
export async function* rowsOf(rows: ReadRows, db: Db, person: Person): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const page = await rows(db, person, after, PAGE)
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? ''
  }
}

function signIn(db: Db, { user }: Person, after: string, limit: number) {
  const rows = db.selectFrom('identity_users').select(['id', 'email', 'name', 'emailVerified', 'createdAt']).where('id', '=', user.id)
  return rows.where('id', '>', after).limit(limit).execute()
}

function signInMethods(db: Db, { user }: Person, after: string, limit: number) {
  const rows = db
    .selectFrom('identity_accounts')
    .select(['id', 'providerId', 'accountId', 'scope', 'createdAt'])
    .where('userId', '=', user.id)
  return rows.where('id', '>', after).orderBy('id').limit(limit).execute()
}

function sessions(db: Db, { user }: Person, after: string, limit: number) {
  const rows = db
    .selectFrom('identity_sessions')
    .select(['id', 'userAgent as device', 'ipAddress as address', 'createdAt', 'updatedAt as lastUsedAt', 'expiresAt'])
    .where('userId', '=', user.id)
  return rows.where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** Reads the mails to a person. A mail with a secret has no text here, so that somebody who gets the file by mistake does not get the account too. */
function mails(db: Db, { emails }: Person, after: string, limit: number) {
  const rows = db
    .selectFrom('mails')
    .select(['id', 'kind', 'to_address as to', 'subject', 'created_at_ms as createdAtMs', 'state'])
    .select((eb) => eb.case().when('holds_secret', '=', true).then('').else(eb.ref('text')).end().as('text'))
    .where('to_address', '=', anyOf(emails))
  return rows.where('id', '>', after).orderBy('id').limit(limit).execute()
}

function notices(db: Db, { user }: Person, after: string, limit: number) {
  const rows = db
    .selectFrom('notices')
    .select(['id', 'channel', 'topic', 'lines', 'created_at_ms as createdAtMs', 'state'])
    .where('reader', '=', `user:${user.id}`)
  return rows.where('id', '>', after).orderBy('id').limit(limit).execute()
}

async function subscriptions(db: Db, { user }: Person, after: string, limit: number) {
  const rows = db.selectFrom('push_subscriptions').select(['id', 'endpoint', 'created_at_ms as createdAtMs']).where('uid', '=', user.id)
  const found = await rows.where('id', '>', after).orderBy('id').limit(limit).execute()
  // somebody with the whole address could write to the device
  return found.map(({ endpoint, ...row }) => ({ ...row, service: URL.canParse(endpoint) ? new URL(endpoint).host : '' }))
}

async function membership(db: Db, { emails }: Person, after: string, limit: number) {
  const rows = db
    .selectFrom('memberships')
    .select(['email as id', 'is_member as isMember', 'checked_at_ms as checkedAtMs'])
    .where('email', '=', anyOf(emails))
  return rows.where('email', '>', after).orderBy('email').limit(limit).execute()
}

function invitations(db: Db, { user, emails }: Person, after: string, limit: number) {
  const rows = db
    .selectFrom('invitations')
    .select(['id', 'email', 'created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt', 'used_at as usedAt'])
    .where((eb) => eb.or([eb('email', '=', anyOf(emails)), eb('used_by', '=', user.id)]))
  return rows.where('id', '>', after).orderBy('id').limit(limit).execute()
}

function requests(db: Db, { user }: Person, after: string, limit: number) {
  const rows = db.selectFrom('command_log').select(['id', 'name', 'received_at as receivedAt', 'status']).where('uid', '=', user.id)
  return rows.where('id', '>', after).orderBy('id').limit(limit).execute()
}

function waitingRequests(db: Db, { user }: Person, after: string, limit: number) {
  const rows = db.selectFrom('waiting_replays').select(['id', 'message']).where('uid', '=', user.id).distinctOn('id')
  return rows.where('id', '>', after).orderBy('id').limit(limit).execute()
}

async function securityEvents(db: Db, { user }: Person, after: string, limit: number) {
  const query = db
    .selectFrom('security_events')
    .select(['id', 'at_ms as atMs', 'kind', 'result', 'by_uid as byUid', 'address', 'client as device', 'detail', 'count'])
    .where('uid', '=', user.id)
  const rows = await query.where('id', '>', after).orderBy('id').limit(limit).execute()
  // the address and the device of somebody else who acted on the account are that person's data
  return rows.map(({ byUid, ...row }) => (byUid === null || byUid === user.id ? row : { ...row, address: null, device: '' }))
}
