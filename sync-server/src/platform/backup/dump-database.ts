import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { BACKUP_FORMAT, type BackupHeader, BackupProblem, FETCH_ROWS, LINE_CHARACTERS, type Progress } from './backup-format.ts'
import type { BackupSink } from './write-backup.ts'

/** Tables that have no meaning in another database. Transaction ids are different there, and migrations record themselves. */
const LEFT_OUT = ['boots', 'kysely_migration', 'kysely_migration_lock']

/** A table with the columns to back up: all columns except computed ones and transaction ids. */
export type Table = { readonly name: string; readonly columns: readonly string[] }

/** Writes the whole database from one read-only REPEATABLE READ snapshot, which later sales do not affect. The transaction gets no id, so it holds
 *  back no pull. */
export async function dumpDatabase(
  db: Db,
  about: Pick<BackupHeader, 'database' | 'madeAtMs' | 'pictures'>,
  sink: BackupSink,
  progress: Progress,
): Promise<void> {
  await inTransaction(
    db,
    async (tx) => {
      await spellAlike(tx)
      const migrations = await migrationsOf(tx)
      if (migrations.length === 0) throw new BackupProblem('There is no shop in this database yet.')
      const tables = await tablesOf(tx)
      const counts: Record<string, number> = {}
      for (const { name } of tables) counts[name] = await countOf(tx, name)
      await sink.header({ format: BACKUP_FORMAT, ...about, migrations, tables: counts })
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      let done = 0
      for (const table of tables) {
        await sink.table(table.name, table.columns)
        await dumpTable(tx, table, async (rows) => {
          await sink.rows(rows)
          done += rows.length
          progress(done, all)
        })
      }
    },
    { isolation: 'repeatable read', access: 'read only' },
  )
}

async function dumpTable(tx: Tx, { name, columns }: Table, take: (rows: readonly string[]) => Promise<void>): Promise<void> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
  await sql`declare backup_rows no scroll cursor for select to_json(array[${texts}])::text as row from ${sql.table(name)}`.execute(tx)
  let waiting: string[] = []
  let characters = 0
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(FETCH_ROWS)} from backup_rows`.execute(tx)
    for (const { row } of rows) {
      waiting.push(row)
      characters += row.length
      if (characters < LINE_CHARACTERS) continue
      await take(waiting)
      waiting = []
      characters = 0
    }
    if (rows.length === 0) break
  }
  if (waiting.length > 0) await take(waiting)
  await sql`close backup_rows`.execute(tx)
}

/** Makes a transaction write and read values in one spelling, regardless of the database's settings. Also lifts the time limits, because disks may be
 *  slow. */
export async function spellAlike(tx: Tx): Promise<void> {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    extra_float_digits: '1',
    bytea_output: 'hex',
    idle_in_transaction_session_timeout: '0',
    statement_timeout: '0',
    lock_timeout: '0',
  }
  for (const [name, value] of Object.entries(settings)) await sql`select set_config(${name}, ${value}, true)`.execute(tx)
}

/** Reads the names of the migrations that this database has run. */
export async function migrationsOf(tx: Db | Tx): Promise<string[]> {
  const { rows: found } = await sql<{ at: string | null }>`select to_regclass('kysely_migration')::text as at`.execute(tx)
  if (!found[0]?.at) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(tx)
  return rows.map(({ name }) => name)
}

async function countOf(tx: Tx, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Lists the tables of the shop, each after the tables that it references. */
export async function tablesOf(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<{ name: string; columns: string[]; refers: string[] }>`
    select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype) as columns,
      (select coalesce(json_agg(distinct t.relname), '[]') from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.contype = 'f' and f.conrelid = c.oid and t.oid <> c.oid) as refers
    from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname <> all(${LEFT_OUT}::text[]) order by c.relname`.execute(tx)
  const sorted: Table[] = []
  const waiting = new Map(rows.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ refers }) => refers.every((name) => !waiting.has(name)))
    if (!next) throw new Error(`tables reference each other in a circle: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(next.name)
    sorted.push({ name: next.name, columns: next.columns ?? [] })
  }
  return sorted
}
