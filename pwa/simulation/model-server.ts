import { type User, users } from '@shop/shared/accounts/schema.ts'
import type { Audience } from '@shop/shared/kernel/define-collection.ts'
import type { Actor, AnyCollection, AnyCommand, Row } from '@shop/shared/kernel/define-command.ts'
import { invalid, kernelRefusals } from '@shop/shared/kernel/errors.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { RowSum } from '@shop/shared/kernel/row-hash.ts'
import { mayRun, type RowReader, readArgs, runOver, WriteLayer } from '@shop/shared/kernel/unit-of-work.ts'
import type {
  CommandResult,
  FreshStartReason,
  PullRequest,
  PullResponse,
  PushRequest,
  PushResponse,
  StartHeader,
  WireRow,
} from '@shop/shared/kernel/wire.ts'
import { ServerProblem } from '../src/sync/ports.ts'

/** A set of commands and collections: one release of the server. */
export type Release = { readonly collections: readonly AnyCollection[]; readonly commands: readonly AnyCommand[] }

/** A mistake built in on purpose, to prove that the simulation finds it: a server that forgets what it ran, one whose cursor is the newest
 *  transaction instead of the oldest running one, one that starts nobody afresh after a restore. */
export type Mistake = 'runsAgain' | 'newestCursor' | 'trustsLostFutures'

type Versioned = { readonly row: Row; readonly xid: number; readonly audience: readonly Audience[] }
type Removal = { readonly collection: string; readonly id: string; readonly audience: Audience; readonly xid: number }
type Kept = { readonly fingerprint: string; readonly result: CommandResult }
type Ack = { readonly clientId: string; readonly id: string; readonly xid: number }
type Cursor = { readonly boot: string; readonly xmin: number; readonly xmax: number; readonly uid: string; readonly role: string }

/** Everything a disk would hold. A backup is a copy of it; rows are never changed in place. */
class ServerDisk {
  rows = new Map<string, Map<string, Versioned>>()
  removals: Removal[] = []
  log = new Map<string, Kept>()
  acks: Ack[] = []
  boots: { id: string; xid: number }[] = []
  nextXid = 100

  copy(): ServerDisk {
    const copy = new ServerDisk()
    copy.rows = new Map([...this.rows].map(([name, rows]) => [name, new Map(rows)]))
    copy.removals = [...this.removals]
    copy.log = new Map(this.log)
    copy.acks = [...this.acks]
    copy.boots = [...this.boots]
    copy.nextXid = this.nextXid
    return copy
  }
}

/** The server in memory, with PostgreSQL's transaction ids: a transaction takes its xid when it begins and may commit long after later ones.
 *  It runs the real commands by the real `runOver`; push, pull and first sync follow design §4 as the real server does. */
export class ModelServer {
  private disk = new ServerDisk()
  private inProgress = new Set<number>()
  private bootCount = 0
  private readonly pageRows: number

  constructor(
    private readonly ports: {
      /** Other things may happen here. */
      readonly pause: () => Promise<void>
      readonly nowMs: () => number
      readonly poke: () => void
      readonly pageRows: number
      readonly mistake?: Mistake | undefined
    },
    public release: Release,
  ) {
    this.pageRows = ports.pageRows
    this.boot()
  }

  /** A new process on the same disk: what had not committed is gone. */
  boot(): void {
    this.inProgress.clear()
    this.bootCount += 1
    this.disk.boots.push({ id: `boot-${this.bootCount}`, xid: this.disk.nextXid++ })
  }

  backup(): ServerDisk {
    return this.disk.copy()
  }

  restore(backup: ServerDisk): void {
    this.disk = backup.copy()
    this.boot()
  }

  /** Writes outside any command: set-up, and what calls of ours change. */
  write<R extends Row>(collection: AnyCollection, row: R | null, id: string): void {
    const layer = new WriteLayer(this.reader())
    layer.write(collection.name, id, row)
    this.commit(layer, this.disk.nextXid++)
    this.ports.poke()
  }

  reader(): RowReader {
    const { rows } = this.disk
    return {
      get: (collection, id) => rows.get(collection.name)?.get(id)?.row,
      where: (collection, field, value) =>
        [...(rows.get(collection.name)?.values() ?? [])]
          .map(({ row }) => row)
          .filter((row) => (row as unknown as Record<string, unknown>)[field] === value),
    }
  }

  all<R extends Row>(collection: AnyCollection): R[] {
    return [...(this.disk.rows.get(collection.name)?.values() ?? [])].map(({ row }) => row as R)
  }

  resultOf(commandId: string): CommandResult | undefined {
    return this.disk.log.get(commandId)?.result
  }

  async push(uid: string, request: PushRequest): Promise<PushResponse> {
    for (const { name, version } of request.commands) {
      const known = this.release.commands.find((command) => command.name === name)
      if (!known || known.version < version)
        throw new ServerProblem('refused', kernelRefusals.COMMAND_UNKNOWN.message, { status: 409, code: 'COMMAND_UNKNOWN' })
    }
    const { disk } = this
    const xid = disk.nextXid++
    this.inProgress.add(xid)
    await this.ports.pause()
    if (disk !== this.disk || !this.inProgress.has(xid)) throw new ServerProblem('offline', 'the server went away')
    const actor = this.actor(uid)
    const layer = new WriteLayer(this.reader())
    const results = request.commands.map((queued): CommandResult => {
      const fingerprint = JSON.stringify([queued.name, queued.version, queued.args])
      const kept = this.ports.mistake === 'runsAgain' ? undefined : disk.log.get(queued.id)
      if (kept && kept.fingerprint !== fingerprint)
        return { id: queued.id, status: 'rejected', code: 'ID_REUSED', message: kernelRefusals.ID_REUSED.message }
      const result = kept?.result ?? this.run(layer, actor, queued)
      disk.log.set(queued.id, { fingerprint, result })
      disk.acks.push({ clientId: request.clientId, id: queued.id, xid })
      return result
    })
    this.commit(layer, xid)
    this.inProgress.delete(xid)
    this.ports.poke()
    return { results, serverNowMs: this.ports.nowMs() }
  }

  private run(layer: WriteLayer, actor: Actor, queued: PushRequest['commands'][number]): CommandResult {
    const command = this.release.commands.find(({ name }) => name === queued.name) as AnyCommand
    const rejected = (code: string, message: string): CommandResult => ({ id: queued.id, status: 'rejected', code, message })
    if (!mayRun(command, actor) || command.channel === 'server') return rejected('FORBIDDEN', kernelRefusals.FORBIDDEN.message)
    const parsed = readArgs(command, queued.version, queued.args)
    if (!parsed.success) return rejected('INVALID', invalid(parsed.error).message)
    const outcome = runOver(layer, command, parsed.data, { commandId: queued.id, nowMs: Math.min(queued.at, this.ports.nowMs()), actor })
    if (outcome.status === 'refused') return rejected(outcome.refusal.code, outcome.refusal.message)
    layer.absorb(outcome.writes)
    return { id: queued.id, status: 'done' }
  }

  private commit(layer: WriteLayer, xid: number): void {
    for (const [name, written] of layer.writes) {
      const collection = this.release.collections.find((one) => one.name === name) as AnyCollection
      const rows = this.disk.rows.get(name) ?? new Map<string, Versioned>()
      this.disk.rows.set(name, rows)
      for (const [id, row] of written) {
        const audience: readonly Audience[] = row && collection.reach === 'synced' ? collection.audience(row) : []
        for (const left of (rows.get(id)?.audience ?? []).filter((one) => !audience.includes(one)))
          this.disk.removals.push({ collection: name, id, audience: left, xid })
        if (row) rows.set(id, { row, xid, audience })
        else rows.delete(id)
      }
    }
  }

  private actor(uid: string): Actor {
    const user = this.disk.rows.get(users.name)?.get(uid)?.row as User | undefined
    return { uid, role: user?.role ?? 'user', wasAdmin: (user?.adminUntilMs ?? null) !== null }
  }

  private snapshot() {
    const boot = this.disk.boots.at(-1) as { id: string }
    const xmin = this.ports.mistake === 'newestCursor' ? this.disk.nextXid : Math.min(this.disk.nextXid, ...this.inProgress)
    return { boot: boot.id, xmin, xmax: this.disk.nextXid }
  }

  private viewer(uid: string) {
    const { role } = this.actor(uid)
    const keys: readonly Audience[] = role === 'admin' ? ['admins', 'everyone', `user:${uid}`] : ['everyone', `user:${uid}`]
    return { role, sees: (audience: readonly Audience[]) => audience.some((one) => keys.includes(one)) }
  }

  private stale(cursor: Cursor, uid: string, role: string): FreshStartReason | undefined {
    if (cursor.uid !== uid || cursor.role !== role) return 'roleChanged'
    if (this.ports.mistake === 'trustsLostFutures') return undefined
    const at = this.disk.boots.findIndex(({ id }) => id === cursor.boot)
    const next = this.disk.boots[at + 1]
    if (at < 0 || (next && cursor.xmax > next.xid)) return 'lostFuture'
    return undefined
  }

  async pull(uid: string, request: PullRequest): Promise<PullResponse> {
    const viewer = this.viewer(uid)
    const cursor = JSON.parse(request.cursor) as Cursor
    const reason = this.stale(cursor, uid, viewer.role)
    if (reason) return { kind: 'startAfresh', reason, serverNowMs: this.ports.nowMs() }
    const page = request.page ? (JSON.parse(request.page) as { after: [number, string]; first: Cursor }) : undefined
    const first: Cursor = page?.first ?? { ...this.snapshot(), uid, role: viewer.role }
    const found: { xid: number; key: string; name: string; id: string; put?: WireRow }[] = []
    for (const collection of this.release.collections) {
      if (collection.reach !== 'synced') continue
      for (const [id, version] of this.disk.rows.get(collection.name) ?? [])
        if (version.xid >= cursor.xmin && viewer.sees(version.audience))
          found.push({
            xid: version.xid,
            key: `${collection.name}/${id}`,
            name: collection.name,
            id,
            put: wireRow(collection, version, viewer.role),
          })
    }
    for (const { collection, id, audience, xid } of this.disk.removals)
      if (xid >= cursor.xmin && viewer.sees([audience]) && !viewer.sees(this.disk.rows.get(collection)?.get(id)?.audience ?? []))
        found.push({ xid, key: `${collection}/${id}`, name: collection, id })
    found.sort((a, b) => a.xid - b.xid || (a.key < b.key ? -1 : 1))
    const rest = page ? found.filter(({ xid, key }) => xid > page.after[0] || (xid === page.after[0] && key > page.after[1])) : found
    const taken = rest.slice(0, this.pageRows)
    const more = rest.length > taken.length
    const changes: Record<string, { put: WireRow[]; remove: string[] }> = {}
    for (const { name, id, put } of taken) {
      changes[name] ??= { put: [], remove: [] }
      if (put) changes[name].put.push(put)
      else changes[name].remove.push(id)
    }
    // with the first page, and of a paged pull only what no running transaction can overwrite with an earlier xid: no row of it may be missing at the switch
    const mayBeAcknowledged = ({ clientId, xid }: Ack) =>
      clientId === request.clientId && (request.everyResult || xid >= cursor.xmin) && (!more || xid < first.xmin)
    const acks = page ? [] : this.disk.acks.filter(mayBeAcknowledged)
    const results = [...new Set(acks.map(({ id }) => id))].map((id) => (this.disk.log.get(id) as Kept).result)
    const last = taken.at(-1)
    return {
      kind: 'changes',
      cursor: JSON.stringify(first),
      changes,
      results,
      more,
      ...(more && last ? { page: JSON.stringify({ after: [last.xid, last.key], first }) } : {}),
      ...(request.audit && !more && !page ? { sums: this.sums(uid) } : {}),
      serverNowMs: this.ports.nowMs(),
    }
  }

  /** What this person's devices must hold in the end: also how the simulation compares. */
  visibleTo(uid: string): Map<string, Map<string, WireRow>> {
    const viewer = this.viewer(uid)
    return new Map(
      this.release.collections
        .filter(({ reach }) => reach === 'synced')
        .map((collection) => [
          collection.name,
          new Map(
            [...(this.disk.rows.get(collection.name) ?? [])]
              .filter(([, { audience }]) => viewer.sees(audience))
              .map(([id, version]) => [id, wireRow(collection, version, viewer.role)]),
          ),
        ]),
    )
  }

  private sums(uid: string) {
    return Object.fromEntries(
      [...this.visibleTo(uid)].map(([name, rows]) => {
        const sum = new RowSum()
        for (const [id, row] of rows) sum.add(id, row.$v)
        return [name, { count: sum.count, hash: sum.hash }]
      }),
    )
  }

  async *start(uid: string): AsyncIterable<string> {
    const visible = this.visibleTo(uid)
    const header: StartHeader = {
      protocol: PROTOCOL_VERSION,
      cursor: JSON.stringify({ ...this.snapshot(), uid, role: this.viewer(uid).role } satisfies Cursor),
      counts: Object.fromEntries([...visible].map(([name, rows]) => [name, rows.size])),
      serverNowMs: this.ports.nowMs(),
    }
    yield JSON.stringify(header)
    for (const [name, rows] of visible) {
      const all = [...rows.values()]
      for (let from = 0; from < all.length; from += this.pageRows) {
        await this.ports.pause()
        yield `${name}\t${JSON.stringify(all.slice(from, from + this.pageRows))}`
      }
    }
    yield 'end'
  }
}

function wireRow(collection: AnyCollection, { row, xid }: Versioned, role: Actor['role']): WireRow {
  const fields = row as unknown as Record<string, unknown>
  if (role === 'admin' || collection.userFields === 'all') return { ...fields, id: row.id, $v: xid }
  return { ...Object.fromEntries(collection.userFields.map((field: string) => [field, fields[field]])), id: row.id, $v: xid }
}

export type { ServerDisk }
