import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { PULL_PAGE_RESULTS, PULL_PAGE_ROWS, REMOVAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { OLDEST_PROTOCOL, PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { CommandResult, FreshStartReason, PullRequest, PullResponse } from '@shop/shared/kernel/wire.ts'
import { knownCommands } from '../commands/command-log.ts'
import type { DeviceContacts } from '../commands/device-contacts.ts'
import { readSeal } from '../commands/seals.ts'
import { noteRestore, noteRestoreReport } from '../database/boots.ts'
import type { Catalog } from '../database/catalog.ts'
import type { Database, Tx } from '../database/database.ts'
import type { FifoLock } from '../database/fifo-lock.ts'
import { wasEverAdmin } from '../kernel/ever-admin.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { auditSums } from './audit-sums.ts'
import { type Change, changesSince, type Position } from './changes.ts'
import { type Cursor, type PageToken, sealCursor, sealPage, unsealCursor, unsealPage } from './cursor.ts'
import { resultsFor } from './results.ts'
import { audiencesOf, type Needed, readSnapshot, type Standpoint } from './snapshot.ts'

const DAY_MS = 86_400_000

/** Dependencies of pulls and first syncs. */
export type Reader = {
  readonly catalog: Catalog
  readonly database: Database
  readonly log: Log
  readonly metrics: Metrics
  readonly nowMs: () => number
  readonly contacts: DeviceContacts
  readonly cursorSecret: () => string
  /** Answers the boot that this server began last. */
  readonly boot: () => string
  /** Number of rows, and of results, in one page; only tests set it. Undefined stands for PULL_PAGE_ROWS and PULL_PAGE_RESULTS. */
  readonly pageRows?: number | undefined
  /** Lets one audit run at a time, so that other requests can use the database between two audits. */
  readonly audits: FifoLock
}

/** Options of a pull. `admitAudit` refuses an audit by throwing. */
export type PullOptions = { readonly admitAudit?: () => void }

/** Refuses a client whose protocol this server does not speak. */
export function requireProtocol(protocol: number): void {
  if (protocol < OLDEST_PROTOCOL || protocol > PROTOCOL_VERSION) throw refusal(kernelRefusals, 'PROTOCOL_UNSUPPORTED')
}

/** A pull whose cursor and page token this shop sealed. */
type Asked = { readonly actor: Actor; readonly request: PullRequest; readonly cursor: Cursor; readonly page: PageToken | undefined }

/** The content of one page of a pull, from one snapshot. `first` has the xmin and the time of the pull's first page, and the highest xmax of its
 *  pages so far. */
type Found = {
  readonly changes: readonly Change[]
  /** Position after which the next page begins; undefined on the last page. */
  readonly next: Pick<PageToken, 'after' | 'mostRows' | 'resultsAfter'> | undefined
  readonly first: Pick<PageToken, 'boot' | 'xmin' | 'xmax' | 'onStandby' | 'atMs' | 'unproven'>
  readonly results: CommandResult[]
  readonly sums: Awaited<ReturnType<typeof auditSums>> | undefined
  readonly role: Actor['role']
  readonly onStandby: boolean
  readonly unproven: boolean
}

/** The reason for a fresh start. A lost future is proven by a seal of this shop: that of the cursor, or that of an acknowledged command that the
 *  database does not know. */
type Refused = { readonly reason: FreshStartReason; readonly isProven: boolean }

/** Reads a page of the visible rows with `changed_xid >= xmin` of the client's cursor, in one snapshot. Some rows come twice, but none is skipped
 *  (law *Cursor*). Refuses PROTOCOL_UNSUPPORTED, and refuses as `admitAudit` does. */
export async function pull(reader: Reader, actor: Actor, request: PullRequest, options: PullOptions = {}): Promise<PullResponse> {
  requireProtocol(request.protocol)
  const askedAtMs = reader.nowMs()
  const asked = unsealed(reader, actor, request)
  if (!asked) return startAfresh(reader, 'foreign')
  noteDrift(reader, actor, request)
  const found = await readAudited(reader, asked, options)
  if ('reason' in found) return await refuseCursor(reader, found, asked)
  // only for admins, because only their commands use a till's time; and not for a client with unproven rows, because it may send old work again
  if (request.nothingWaits && found.role !== 'user' && !found.unproven) await reader.contacts.note(request.clientId, askedAtMs)
  reader.metrics.pulls.inc({ answer: 'changes', from: found.onStandby ? 'standby' : 'primary' })
  return answerWith(reader, asked, found)
}

/** Reads the content of a pull. If the pull needs an audit, everything is read again after the audit was admitted, while no other audit runs. */
async function readAudited(reader: Reader, asked: Asked, { admitAudit = () => {} }: PullOptions): Promise<Refused | Found> {
  const found = await readFound(reader, asked, 'not yet')
  if (found !== 'auditNeeded') return found
  admitAudit()
  await reader.audits.acquire()
  try {
    return (await readFound(reader, asked, 'now')) as Refused | Found
  } finally {
    reader.audits.release()
  }
}

type Auditing = 'not yet' | 'now'

/** Reads on the standby if it has replayed enough, else on the primary. */
async function readFound(reader: Reader, asked: Asked, auditing: Auditing): Promise<Refused | 'auditNeeded' | Found> {
  const { actor, request, cursor, page } = asked
  const { database } = reader
  const seen = page ?? cursor
  const told = database.standby?.newest.of([...audiencesOf(actor.uid, actor.role), `client:${request.clientId}`]) ?? 0
  const needed: Needed = { xmin: Math.max(seen.xmin, told + 1), xmax: seen.xmax, boot: reader.boot() }
  const readOn = (one: Database) =>
    readSnapshot(one, { actor, boot: seen.boot }, needed, (tx, at) => readChanges(reader, asked, auditing, { tx, at }))
  const found = await readOn(database)
  // only the primary can decide on a lost future, because a standby may belong to another history
  const isLost = found !== 'auditNeeded' && 'reason' in found && found.reason === 'lostFuture'
  return isLost && database.standby ? await readOn({ ...database, standby: null }) : found
}

async function readChanges(
  reader: Reader,
  { actor, request, cursor, page }: Asked,
  auditing: Auditing,
  { tx, at }: { readonly tx: Tx; readonly at: Standpoint },
): Promise<Refused | 'auditNeeded' | Found> {
  const seen = page ?? cursor
  const reason = whyAfresh(cursor, seen, actor, request.protocol, at, reader.nowMs())
  if (reason) return { reason, isProven: true }
  const unproven = seen.unproven === true || seen.boot !== at.boot
  const { newestDone, newestSeal } = request
  if (unproven && newestDone && !(await knownCommands(tx, [newestDone])).has(newestDone))
    return { reason: 'lostFuture', isProven: readSeal(reader.cursorSecret(), newestSeal, { id: newestDone, uid: actor.uid }) !== undefined }
  const keys = audiencesOf(actor.uid, at.role)
  const most = reader.pageRows ?? PULL_PAGE_ROWS
  const range = { since: cursor.xmin, after: page?.after, limit: page?.mostRows ?? most }
  const { changes, more: moreRows } = await changesSince(tx, reader.catalog, { ...range, keys, wholeRows: at.role !== 'user' })
  const xmin = page?.xmin ?? at.xmin
  const found = await resultsOf(reader, { request, actor, cursor, page }, tx, moreRows || page ? xmin : null)
  const more = moreRows || found.more
  const paged = more || page !== undefined
  const needsAudit = (request.audit || unproven) && !paged
  if (needsAudit && auditing === 'not yet') return 'auditNeeded'
  // a later page may show newer commits than the first page; xmax covers them, so that a restored server can detect their loss
  const first = page
    ? { ...page, boot: at.boot, xmax: Math.max(page.xmax, at.xmax), onStandby: page.onStandby || at.onStandby }
    : { boot: at.boot, xmin, xmax: at.xmax, onStandby: at.onStandby, atMs: reader.nowMs() }
  const last = changes.at(-1)
  const mostRows = last ? Math.min(most, 2 * changes.length) : page?.mostRows
  // these results were read before it was known that the pull has several pages
  const placed = paged ? found.placed.filter((one) => one.at.xid < xmin) : found.placed
  return {
    changes,
    next: more
      ? { after: last ? positionOf(last) : page?.after, mostRows, resultsAfter: found.more ? placed.at(-1)?.at : undefined }
      : undefined,
    first: { ...first, unproven: unproven && paged },
    results: placed.map(({ result }) => result),
    sums: needsAudit ? await auditSums(tx, reader.catalog, keys) : undefined,
    role: at.role,
    onStandby: at.onStandby,
    unproven,
  }
}

/** Reads one page of the results of this pull. `more`: further results follow. Pages after the last result have none. */
async function resultsOf(reader: Reader, { actor, request, cursor, page }: Asked, tx: Tx, before: number | null) {
  if (page && !page.resultsAfter) return { placed: [], more: false }
  const limit = reader.pageRows ?? PULL_PAGE_RESULTS
  const range = { since: request.everyResult ? null : cursor.xmin, before, after: page?.resultsAfter, limit }
  return await resultsFor(tx, reader.cursorSecret(), { clientId: request.clientId, uid: actor.uid }, range)
}

function answerWith(reader: Reader, { actor, request, cursor }: Asked, { changes, next, first, results, sums, role }: Found): PullResponse {
  const { boot, xmin, xmax, onStandby, atMs, unproven } = first
  const reached = { boot, xmin, xmax, onStandby, atMs, unproven, uid: actor.uid }
  const secret = reader.cursorSecret()
  return {
    kind: 'changes',
    cursor: sealCursor(secret, { ...reached, role, protocol: request.protocol }),
    changes: grouped(changes),
    results,
    more: next !== undefined,
    ...(next ? { page: sealPage(secret, { ...reached, since: cursor.xmin, ...next }) } : {}),
    ...(sums ? { sums } : {}),
    serverNowMs: reader.nowMs(),
  }
}

/** Opens cursor and page token. Undefined for a cursor that this shop did not seal, or a page of another pull. */
function unsealed(reader: Reader, actor: Actor, request: PullRequest): Asked | undefined {
  const secret = reader.cursorSecret()
  const cursor = unsealCursor(secret, request.cursor)
  if (!cursor) return undefined
  if (request.page === undefined) return { actor, request, cursor, page: undefined }
  const page = unsealPage(secret, request.page)
  return page?.since === cursor.xmin && page.uid === actor.uid ? { actor, request, cursor, page } : undefined
}

function noteDrift(reader: Reader, actor: Actor, request: PullRequest): void {
  const collections = [...new Set(request.drifted)].filter((name) => reader.catalog.tables.has(name))
  if (collections.length === 0) return
  for (const collection of collections) reader.metrics.drifted.inc({ collection })
  reader.log.warn({ collections, uid: actor.uid, clientId: request.clientId }, 'rows of a client differ from the server’s')
}

/** Answers the reason why a cursor requires a fresh start, or undefined. `seen` also covers the earlier pages of this pull. */
function whyAfresh(
  cursor: Cursor,
  seen: Cursor | PageToken,
  actor: Actor,
  protocol: number,
  at: Standpoint,
  nowMs: number,
): FreshStartReason | undefined {
  if (cursor.uid !== actor.uid || cursor.role !== at.role) return 'roleChanged'
  if (cursor.protocol !== protocol) return 'protocol'
  // checked before the boots, because boots are kept only for REMOVAL_DAYS
  if (nowMs - cursor.atMs > REMOVAL_DAYS * DAY_MS) return 'expired'
  // a standby's snapshot may be from the middle of a boot, so only transactions before its xmin count; the sums check the others
  const sawBefore = seen.onStandby ? seen.xmin : seen.xmax
  if (!at.bootKnown || (at.nextBootXid !== null && sawBefore > at.nextBootXid)) return 'lostFuture'
  return undefined
}

/** Makes a device start afresh. In a lost future, an admin's proof closes payouts at once. A consignor's proof, and a claim without a proof by an
 *  admin or former admin, are reported to the admins. Other claims without a proof are ignored. */
async function refuseCursor(reader: Reader, { reason, isProven }: Refused, { actor, cursor }: Asked): Promise<PullResponse> {
  if (reason === 'lostFuture') {
    reader.log.error(
      { uid: cursor.uid, cursorAtMs: cursor.atMs, isProven },
      'a client has seen transactions that this database lost when it was restored from a backup',
    )
    const { db } = reader.database
    if (isProven && cursor.role !== 'user') await noteRestore(db, reader.nowMs(), cursor.atMs)
    else if (isProven || wasEverAdmin(actor)) await noteRestoreReport(db, reader.nowMs(), cursor.uid)
  }
  return startAfresh(reader, reason)
}

function startAfresh(reader: Reader, reason: FreshStartReason): PullResponse {
  reader.metrics.pulls.inc({ answer: reason, from: 'primary' })
  return { kind: 'startAfresh', reason, serverNowMs: reader.nowMs() }
}

const positionOf = ({ xid, collection, id }: Change): Position => ({ xid, collection, id })

function grouped(changes: readonly Change[]): (PullResponse & { kind: 'changes' })['changes'] {
  const byCollection: (PullResponse & { kind: 'changes' })['changes'] = {}
  for (const { collection, id, row } of changes) {
    const of = byCollection[collection] ?? { put: [], remove: [] }
    byCollection[collection] = of
    if (row) of.put.push(row)
    else of.remove.push(id)
  }
  return byCollection
}
