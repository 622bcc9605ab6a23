import type { AnyCollection } from '@shop/shared/kernel/define-command.ts'
import { RowSum } from '@shop/shared/kernel/row-hash.ts'
import type { FreshStartReason, PullRequest, PullResponse, WireRow } from '@shop/shared/kernel/wire.ts'
import { type Ack, type ModelDisk, type Viewer, wireRow } from './model-disk.ts'

/** The cursor of a pull: its snapshot's position among the transactions, and the person whose rows it covers. */
export type ModelCursor = {
  readonly boot: string
  readonly xmin: number
  readonly xmax: number
  readonly uid: string
  readonly role: string
  readonly unproven?: boolean
}
type PageToken = { readonly after: [number, string]; readonly first: ModelCursor }

/** Returns the position at which a later page of the pull continues; undefined for the first page. */
export const pageOf = ({ page }: PullRequest): PageToken | undefined => (page ? (JSON.parse(page) as PageToken) : undefined)

/** `put` builds the row to send, and runs only for the rows on the page. A removal has no `put`. */
type Found = { readonly xid: number; readonly key: string; readonly name: string; readonly id: string; readonly put?: () => WireRow }

/** Returns the rows that a viewer sees, by collection. */
export function visibleRows(disk: ModelDisk, collections: readonly AnyCollection[], viewer: Viewer): Map<string, Map<string, WireRow>> {
  const visible = new Map<string, Map<string, WireRow>>()
  for (const collection of collections) {
    if (collection.reach !== 'synced') continue
    const rows = new Map<string, WireRow>()
    for (const [id, version] of disk.table(collection.name).rows)
      if (viewer.sees(version.audience)) rows.set(id, wireRow(collection, version, viewer.role))
    visible.set(collection.name, rows)
  }
  return visible
}

function sumsOf(visible: ReadonlyMap<string, ReadonlyMap<string, WireRow>>): Record<string, { count: number; hash: number }> {
  const sums: Record<string, { count: number; hash: number }> = {}
  for (const [name, rows] of visible) {
    const sum = new RowSum()
    for (const [id, row] of rows) sum.add(id, row.$v)
    sums[name] = { count: sum.count, hash: sum.hash }
  }
  return sums
}

/** Returns the reason why a cursor is no longer valid; undefined if it is valid. */
export function whyAfresh(disk: ModelDisk, request: PullRequest, viewer: Viewer, isTrusting: boolean): FreshStartReason | undefined {
  const cursor = JSON.parse(request.cursor) as ModelCursor
  if (cursor.uid !== viewer.uid || cursor.role !== viewer.role) return 'roleChanged'
  if (isTrusting) return undefined
  const seen = pageOf(request)?.first ?? cursor
  const at = disk.boots.findIndex(({ id }) => id === seen.boot)
  const next = disk.boots[at + 1]
  if (at < 0 || (next && seen.xmax > next.xid)) return 'lostFuture'
  return (next || seen.unproven) && request.newestDone && !disk.log.has(request.newestDone) ? 'lostFuture' : undefined
}

function changesSince(disk: ModelDisk, collections: readonly AnyCollection[], viewer: Viewer, since: number): Found[] {
  const found: Found[] = []
  for (const collection of collections) {
    const { name } = collection
    const { rows, newestXid } = disk.table(name)
    if (collection.reach !== 'synced' || newestXid < since) continue
    for (const [id, version] of rows)
      if (version.xid >= since && viewer.sees(version.audience))
        found.push({ xid: version.xid, key: `${name}/${id}`, name, id, put: () => wireRow(collection, version, viewer.role) })
  }
  for (const { collection, id, audience, xid } of disk.removals)
    if (xid >= since && viewer.sees([audience]) && !viewer.sees(disk.table(collection).rows.get(id)?.audience ?? []))
      found.push({ xid, key: `${collection}/${id}`, name: collection, id })
  return found.sort((a, b) => a.xid - b.xid || (a.key < b.key ? -1 : 1))
}

type PullPlan = {
  readonly collections: readonly AnyCollection[]
  readonly viewer: Viewer
  /** True to skip every check for a lost future: a mistake built in on purpose. */
  readonly isTrusting: boolean
  /** Cursor of a pull that begins now. */
  readonly now: ModelCursor
  readonly pageRows: number
  readonly nowMs: number
}

/** Builds one page of a pull, as the real server answers it. */
export function pullPage(disk: ModelDisk, request: PullRequest, plan: PullPlan): PullResponse {
  const { collections, viewer, pageRows, nowMs } = plan
  const cursor = JSON.parse(request.cursor) as ModelCursor
  const page = pageOf(request)
  const { boot, unproven } = page?.first ?? cursor
  const isUnproven = !plan.isTrusting && (unproven || boot !== plan.now.boot)
  // each page is read from a newer snapshot, which may show more than the snapshot of the first page
  const stand = page ? { ...page.first, boot: plan.now.boot, xmax: Math.max(page.first.xmax, plan.now.xmax) } : plan.now
  const found = changesSince(disk, collections, viewer, cursor.xmin)
  const rest = page ? found.filter(({ xid, key }) => xid > page.after[0] || (xid === page.after[0] && key > page.after[1])) : found
  const taken = rest.slice(0, pageRows)
  const more = rest.length > taken.length
  const first = { ...stand, unproven: isUnproven && (more || page !== undefined) }
  const changes: Record<string, { put: WireRow[]; remove: string[] }> = {}
  for (const { name, id, put } of taken) {
    changes[name] ??= { put: [], remove: [] }
    if (put) changes[name].put.push(put())
    else changes[name].remove.push(id)
  }
  // Only the first page has results. If more pages follow, it leaves out the results of transactions newer than the oldest running one, because the
  // device must never have a result without the result's rows.
  const isAcknowledged = ({ clientId, uid, xid }: Ack) =>
    clientId === request.clientId && uid === viewer.uid && (request.everyResult || xid >= cursor.xmin) && (!more || xid < first.xmin)
  const acknowledged = page ? [] : [...new Set(disk.acks.filter(isAcknowledged).map(({ id }) => id))]
  const last = taken.at(-1)
  return {
    kind: 'changes',
    cursor: JSON.stringify(first),
    changes,
    results: acknowledged.flatMap((id) => disk.log.get(id)?.result ?? []),
    more,
    ...(more && last ? { page: JSON.stringify({ after: [last.xid, last.key], first }) } : {}),
    ...((request.audit || isUnproven) && !more && !page ? { sums: sumsOf(visibleRows(disk, collections, viewer)) } : {}),
    serverNowMs: nowMs,
  }
}
