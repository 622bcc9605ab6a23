import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { PULL_PAGE_ROWS, REMOVAL_DAYS } from '@shop/shared/kernel/limits.ts'
import { OLDEST_PROTOCOL, PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { FreshStartReason, PullRequest, PullResponse } from '@shop/shared/kernel/wire.ts'
import { knownCommands } from '../commands/command-log.ts'
import { noteRestore } from '../database/boots.ts'
import type { Catalog } from '../database/catalog.ts'
import type { Database, Tx } from '../database/database.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { auditSums } from './audit-sums.ts'
import { type Change, changesSince, type Position } from './changes.ts'
import { type Cursor, type PageToken, sealCursor, sealPage, unsealCursor, unsealPage } from './cursor.ts'
import { resultsFor } from './results.ts'
import { audiencesOf, type Needed, readSnapshot, type Standpoint } from './snapshot.ts'

const DAY_MS = 86_400_000

/** What reading needs. */
export type Reader = {
  readonly catalog: Catalog
  readonly database: Database
  readonly log: Log
  readonly metrics: Metrics
  readonly nowMs: () => number
  readonly cursorSecret: () => string
  /** The boot this server began. */
  readonly boot: () => string
  /** Rows in one page; PULL_PAGE_ROWS but in tests. */
  readonly pageRows?: number | undefined
}

/** Refuses a client whose protocol this server does not speak. */
export function demandProtocol(protocol: number): void {
  if (protocol < OLDEST_PROTOCOL || protocol > PROTOCOL_VERSION) throw refusal(kernelRefusals, 'PROTOCOL_UNSUPPORTED')
}

/** What changed since the client's cursor (design §4 Pull), read in one snapshot. Every visible row with `changed_xid >= xmin` of the cursor: some come twice,
 *  none is skipped. Refuses PROTOCOL_UNSUPPORTED. */
export async function pull(reader: Reader, actor: Actor, request: PullRequest): Promise<PullResponse> {
  demandProtocol(request.protocol)
  for (const collection of request.drifted ?? []) {
    if (!reader.catalog.tables.has(collection)) continue
    reader.metrics.drifted.inc({ collection })
    reader.log.warn({ collection, uid: actor.uid, clientId: request.clientId }, 'a client found a collection drifted')
  }
  const cursor = unsealCursor(reader.cursorSecret(), request.cursor)
  if (!cursor) return startAfresh(reader, 'foreign')
  const page = request.page === undefined ? undefined : unsealPage(reader.cursorSecret(), request.page)
  if (request.page !== undefined && (!page || page.since !== cursor.xmin || page.uid !== actor.uid)) return startAfresh(reader, 'foreign')

  const seen = page ?? cursor
  const told = reader.database.standby?.newest.of([...audiencesOf(actor.uid, actor.role), `client:${request.clientId}`]) ?? 0
  const needed: Needed = { xmin: Math.max(seen.xmin, told + 1), xmax: seen.xmax, boot: reader.boot() }
  const read = async (tx: Tx, at: Standpoint) => {
    const reason = whyAfresh(cursor, seen, actor, request.protocol, at, reader.nowMs())
    if (reason) return reason
    const unproven = seen.unproven || seen.boot !== at.boot
    if (unproven && request.newestDone && !(await knownCommands(tx, [request.newestDone])).has(request.newestDone)) return 'lostFuture'
    const keys = audiencesOf(actor.uid, at.role)
    const limit = reader.pageRows ?? PULL_PAGE_ROWS
    const found = await changesSince(tx, reader.catalog, {
      since: cursor.xmin,
      after: page?.after,
      keys,
      wholeRows: at.role !== 'user',
      limit: limit + 1,
    })
    const more = found.length > limit
    const paged = more || page !== undefined
    // pages are read one after the other, and any of them may show more than the first one's snapshot: a restored server must not take it for its past
    const first = page
      ? { ...page, boot: at.boot, xmax: Math.max(page.xmax, at.xmax), onStandby: page.onStandby || at.onStandby }
      : { boot: at.boot, xmin: at.xmin, xmax: at.xmax, onStandby: at.onStandby, atMs: reader.nowMs() }
    const results = page
      ? []
      : await resultsFor(tx, request.clientId, actor.uid, {
          since: request.everyResult ? null : cursor.xmin,
          before: paged ? at.xmin : null,
        })
    const sums = (request.audit || unproven) && !paged ? await auditSums(tx, reader.catalog, keys) : undefined
    return {
      changes: found.slice(0, limit),
      more,
      first: { ...first, unproven: unproven && paged },
      results,
      sums,
      role: at.role,
      from: at.onStandby ? 'standby' : 'primary',
    }
  }
  const viewer = { actor, boot: seen.boot }
  let answer = await readSnapshot(reader.database, viewer, needed, read)
  // what is lost is for the primary to say: a standby may be of another history
  if (answer === 'lostFuture' && reader.database.standby)
    answer = await readSnapshot({ ...reader.database, standby: null }, viewer, needed, read)

  if (typeof answer === 'string') return await refuseCursor(reader, answer, cursor)
  reader.metrics.pulls.inc({ answer: 'changes', from: answer.from })
  const { boot, xmin, xmax, onStandby, atMs, unproven } = answer.first
  const last = answer.changes.at(-1)
  const next: PageToken | undefined =
    answer.more && last
      ? { boot, xmin, xmax, onStandby, atMs, unproven, since: cursor.xmin, uid: actor.uid, after: positionOf(last) }
      : undefined
  return {
    kind: 'changes',
    cursor: sealCursor(reader.cursorSecret(), {
      boot,
      xmin,
      xmax,
      onStandby,
      uid: actor.uid,
      role: answer.role,
      protocol: request.protocol,
      atMs,
      unproven,
    }),
    changes: grouped(answer.changes),
    results: answer.results,
    more: answer.more,
    ...(next ? { page: sealPage(reader.cursorSecret(), next) } : {}),
    ...(answer.sums ? { sums: answer.sums } : {}),
    serverNowMs: reader.nowMs(),
  }
}

/** Why a cursor cannot be read on from, if so. `seen`: what its client has seen by now, with the pages of the pull under way. */
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
  // a standby's snapshot may be from the middle of a boot, its transaction under way: then only what lies before its xmin tells, and the rest is compared
  const sawBefore = seen.onStandby ? seen.xmin : seen.xmax
  if (!at.bootKnown || (at.nextBootXid !== null && sawBefore > at.nextBootXid)) return 'lostFuture'
  if (nowMs - cursor.atMs > REMOVAL_DAYS * DAY_MS) return 'expired'
  return undefined
}

async function refuseCursor(reader: Reader, reason: FreshStartReason, cursor: Cursor): Promise<PullResponse> {
  if (reason === 'lostFuture') {
    reader.log.error(
      { uid: cursor.uid, cursorAtMs: cursor.atMs },
      'a client has seen a future this database forgot: it was restored from a backup',
    )
    await noteRestore(reader.database.db, reader.nowMs(), cursor.atMs)
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
