import type { Actor } from '@shop/shared/kernel/define-command.ts'
import type { PageForm } from '@shop/shared/kernel/packed-page.ts'
import type { StartHeader } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import { sealCursor } from './cursor.ts'
import { countOf, packedPages, type View } from './packed-pages.ts'
import { demandProtocol, type Reader } from './pull.ts'
import { audiencesOf, presentStandpoint, type Standpoint } from './snapshot.ts'
import { CompressedBody } from './spliced-gzip.ts'

/** A packed stream older than this is built anew. */
const CACHE_MAX_AGE_MS = 15 * 60_000
/** So is one that has missed more changes than this in one collection: its reader would pull them all right after. */
const CACHE_MAX_CHANGES = 4_000
/** A packed stream larger than this is not kept. */
const CACHE_MAX_BYTES = 256 * 1024 * 1024

/** Rows as one viewer sees them, packed. Read page by page without a transaction around them: the cursor is older than every page, so the pull that follows
 *  brings whatever changed meanwhile. */
type Packed = {
  readonly at: Standpoint
  readonly atMs: number
  readonly counts: Record<string, number>
  readonly body: CompressedBody
  readonly done: Promise<void>
}

/** First syncs (design §4 Pull). What all admins see is packed once in each form and kept; anyone else's is packed when asked for. */
export class StartStreams {
  private readonly admins = new Map<PageForm, Promise<Packed>>()

  constructor(private readonly reader: Reader) {}

  /** The stream for this viewer, gzip compressed. Refuses PROTOCOL_UNSUPPORTED. */
  async open(actor: Actor, protocol: number, form: PageForm): Promise<AsyncGenerator<Uint8Array>> {
    demandProtocol(protocol)
    const at = await presentStandpoint(this.reader.database, { actor, boot: null })
    const packed = at.role === 'user' ? await this.pack(at, audiencesOf(actor.uid, 'user'), form, false) : await this.adminsPacked(at, form)
    // rows that this admin sees in no other role than as oneself travel ahead of what is common to all
    const own = at.role === 'user' ? { lines: [], counts: {} } : await this.ownRows(actor.uid, form)
    const counts: Record<string, number> = { ...packed.counts }
    for (const [name, count] of Object.entries(own.counts)) counts[name] = (counts[name] ?? 0) + count
    const { boot, xmin, xmax } = packed.at
    const header: StartHeader = {
      protocol,
      cursor: sealCursor(this.reader.cursorSecret(), { boot, xmin, xmax, uid: actor.uid, role: at.role, protocol, atMs: packed.atMs }),
      counts,
      serverNowMs: this.reader.nowMs(),
    }
    return packed.body.gzipAfter([JSON.stringify(header), ...own.lines, ''].join('\n'))
  }

  /** What admins share, from the cache while it is fresh. Whoever asks during a build reads along. */
  private async adminsPacked(at: Standpoint, form: PageForm): Promise<Packed> {
    const cached = this.admins.get(form)
    if (cached) {
      const packed = await cached.catch(() => undefined)
      if (packed && (await this.isFresh(packed, at))) return packed
      const newer = this.admins.get(form)
      if (newer && newer !== cached) return newer
    }
    const building = this.pack(at, ['admins', 'everyone'], form, true)
    this.admins.set(form, building)
    const forget = () => {
      if (this.admins.get(form) === building) this.admins.delete(form)
    }
    building.then(({ body, done }) => done.then(() => body.compressedBytes > CACHE_MAX_BYTES && forget(), forget), forget)
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

  private async pack(at: Standpoint, keys: readonly string[], form: PageForm, wholeRows: boolean): Promise<Packed> {
    const view: View = { visible: sql`audience && ${[...keys]}::text[]`, wholeRows, most: wholeRows }
    const counts: Record<string, number> = {}
    for (const table of this.reader.catalog.synced) counts[table.collection.name] = await countOf(this.reader.database.db, table, view)
    const body = new CompressedBody()
    const done = this.fill(body, view, form)
    done.catch((error: unknown) => {
      this.reader.log.error({ err: error }, 'a first sync broke off')
      body.fail(error)
    })
    return { at, atMs: this.reader.nowMs(), counts, body, done }
  }

  private async fill(body: CompressedBody, view: View, form: PageForm): Promise<void> {
    for (const table of this.reader.catalog.synced)
      for await (const line of packedPages(this.reader.database.db, table, view, form)) await body.write(`${line}\n`)
    await body.write('end\n')
    body.end()
  }

  private async ownRows(uid: string, form: PageForm): Promise<{ lines: string[]; counts: Record<string, number> }> {
    const view: View = {
      visible: sql`audience && ${[`user:${uid}`]}::text[] and not audience && ${['admins', 'everyone']}::text[]`,
      wholeRows: true,
      most: false,
    }
    const lines: string[] = []
    const counts: Record<string, number> = {}
    for (const table of this.reader.catalog.synced) {
      for await (const line of packedPages(this.reader.database.db, table, view, form)) lines.push(line)
      if (lines.length > 0) counts[table.collection.name] = await countOf(this.reader.database.db, table, view)
    }
    return { lines, counts }
  }
}
