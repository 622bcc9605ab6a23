import type { Actor } from '@shop/shared/kernel/define-command.ts'
import type { PullRequest, StartHeader } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import type { AnyCollectionTable } from '../database/collection-table.ts'
import { pull, type Reader, requireProtocol } from './answer-pull.ts'
import { sealCursor } from './cursor.ts'
import { countOf, packedPages, type View } from './packed-pages.ts'
import { audiencesOf, presentStandpoint, type Standpoint } from './snapshot.ts'
import { ZippedLines, zipped } from './zipped-lines.ts'

/** Age in milliseconds at which a packed stream is built again. */
const CACHE_MAX_AGE_MS = 15 * 60_000
/** Number of changes to one collection after which a packed stream is built again, because its readers would have to pull all these changes. */
const CACHE_MAX_CHANGES = 4_000
/** Maximum bytes of a packed stream that is cached. */
const CACHE_MAX_BYTES = 256 * 1024 * 1024

/** Packed rows for one viewer or for all admins. Each page was read in a separate transaction. The cursor is older than every page, so the next pull
 *  brings all later changes. */
type Packed = {
  readonly at: Standpoint
  readonly atMs: number
  readonly counts: Record<string, number>
  readonly lines: ZippedLines
  readonly done: Promise<void>
}

/** A table in which a person has rows of their own. */
type OwnRows = { readonly table: AnyCollectionTable; readonly view: View; readonly count: number }

/** The streams of first syncs. The rows that all admins see are packed for all of them and cached. A consignor's rows are packed on request. */
export class StartStreams {
  private admins: Promise<Packed> | null = null

  constructor(private readonly reader: Reader) {}

  /** Opens the stream of this viewer, as gzipped lines. If `clientId` is given, the last line has the answer to that client's next pull.
   *  Refuses PROTOCOL_UNSUPPORTED. */
  async open(actor: Actor, protocol: number, clientId: string | undefined): Promise<AsyncGenerator<Buffer>> {
    requireProtocol(protocol)
    const at = await presentStandpoint(this.reader.database, { actor, boot: null })
    const packed = at.role === 'user' ? await this.pack(at, audiencesOf(actor.uid, 'user'), false) : await this.adminsPacked(at)
    // rows that only this admin sees come before the rows that all admins see
    const own = at.role === 'user' ? [] : await this.ownRows(actor.uid)
    const counts: Record<string, number> = { ...packed.counts }
    for (const { table, count } of own) counts[table.collection.name] = (counts[table.collection.name] ?? 0) + count
    const { boot, xmin, xmax } = packed.at
    const header: StartHeader = {
      protocol,
      cursor: sealCursor(this.reader.cursorSecret(), { boot, xmin, xmax, uid: actor.uid, role: at.role, protocol, atMs: packed.atMs }),
      counts,
      serverNowMs: this.reader.nowMs(),
    }
    const { db } = this.reader.database
    const end = () => (clientId === undefined ? 'end' : this.endWithNews(actor, { clientId, protocol, cursor: header.cursor }))
    return (async function* () {
      yield await zipped(JSON.stringify(header))
      for (const { table, view } of own) for await (const line of packedPages(db, table, view)) yield await zipped(line)
      yield* packed.lines.read()
      yield await zipped(await end())
    })()
  }

  /** Builds the last line with the changes since the stream was packed, so that the device needs no first pull. If they cannot be read, the line
   *  lacks them, and the device pulls. */
  private async endWithNews(actor: Actor, client: Pick<PullRequest, 'clientId' | 'protocol' | 'cursor'>): Promise<string> {
    try {
      return `end\t${JSON.stringify(await pull(this.reader, actor, { ...client, everyResult: true }))}`
    } catch (error) {
      this.reader.log.warn({ err: error, uid: actor.uid }, 'a first sync ends without the changes since its beginning')
      return 'end'
    }
  }

  /** Answers the packed rows that all admins see, from the cache while it is fresh. Requests during a build share the new stream. */
  private async adminsPacked(at: Standpoint): Promise<Packed> {
    const cached = this.admins
    if (cached) {
      const packed = await cached.catch(() => undefined)
      if (packed && (await this.isFresh(packed, at))) return packed
      if (this.admins && this.admins !== cached) return this.admins
    }
    const building = this.pack(at, ['admins', 'everyone'], true)
    this.admins = building
    const forget = () => {
      if (this.admins === building) this.admins = null
    }
    building.then(({ lines, done }) => done.then(() => lines.bytes > CACHE_MAX_BYTES && forget(), forget), forget)
    return building
  }

  private async isFresh(packed: Packed, at: Standpoint): Promise<boolean> {
    if (packed.at.boot !== at.boot || this.reader.nowMs() - packed.atMs > CACHE_MAX_AGE_MS) return false
    for (const table of this.reader.catalog.synced) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select 1 from ${sql.table(table.name)}
        where changed_xid >= ${String(packed.at.xmin)}::xid8 order by changed_xid limit ${CACHE_MAX_CHANGES + 1}) c`.execute(
        this.reader.database.db,
      )
      if ((rows[0]?.count ?? 0) > CACHE_MAX_CHANGES) return false
    }
    return true
  }

  private async pack(at: Standpoint, keys: readonly string[], wholeRows: boolean): Promise<Packed> {
    const view: View = { visible: sql`audience && ${[...keys]}::text[]`, wholeRows, most: wholeRows }
    const counts: Record<string, number> = {}
    for (const table of this.reader.catalog.synced) counts[table.collection.name] = await countOf(this.reader.database.db, table, view)
    const lines = new ZippedLines()
    const done = this.fill(lines, view)
    done.catch((error: unknown) => {
      this.reader.log.error({ err: error }, 'a first sync broke off')
      lines.fail(error)
    })
    return { at, atMs: this.reader.nowMs(), counts, lines, done }
  }

  private async fill(lines: ZippedLines, view: View): Promise<void> {
    for (const table of this.reader.catalog.synced)
      for await (const line of packedPages(this.reader.database.db, table, view)) await lines.write(line)
    lines.end()
  }

  /** Answers the tables with rows that only this person sees, and their number. */
  private async ownRows(uid: string): Promise<readonly OwnRows[]> {
    const view: View = {
      visible: sql`audience && ${[`user:${uid}`]}::text[] and not audience && ${['admins', 'everyone']}::text[]`,
      wholeRows: true,
      most: false,
    }
    const own: OwnRows[] = []
    for (const table of this.reader.catalog.synced) {
      const count = await countOf(this.reader.database.db, table, view)
      if (count > 0) own.push({ table, view, count })
    }
    return own
  }
}
