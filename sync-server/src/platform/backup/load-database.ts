import { sql } from 'kysely'
import { clusterIdentity } from '../database/boots.ts'
import type { Tx } from '../database/database.ts'
import { type BackupEntry, type BackupHeader, BackupProblem, type Progress } from './backup-format.ts'
import { spellAlike, tablesOf } from './dump-database.ts'
import { knownMigrations, runMigrations } from './inside-migrations.ts'

/** Throws BackupProblem when this release cannot migrate the backup. The backup's migrations have to be the first migrations of this release. */
export function requireKnownMigrations({ migrations }: BackupHeader, file: string): void {
  if (migrations.every((name, at) => name === knownMigrations[at])) return
  throw new BackupProblem(
    migrations.some((name) => !knownMigrations.includes(name))
      ? `${file} was made by a newer version of this program. Update the program, then restore it.`
      : `${file} was made by another edition of this program, which this one cannot continue.`,
  )
}

/** Result of loading. `leftOut` names the tables of the backup that this release does not have. */
export type Loaded = { readonly picturesCount: number; readonly leftOut: readonly string[] }

type Loading = { readonly keepPicture: (name: string, bytes: Buffer) => Promise<void>; readonly progress: Progress }

/** Fills an empty database inside the transaction: loads the backup, then runs this release's migrations. Law *Lost futures* holds afterwards: no
 *  cursor is valid, each device starts afresh and sends its commands back, and an admin has to reopen payouts. */
export async function loadDatabase(
  tx: Tx,
  header: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
  { nowMs, ...loading }: Loading & { readonly nowMs: number },
): Promise<Loaded> {
  const loaded = await loadAsBackedUp(tx, header, entries, loading)
  await runMigrations(tx, knownMigrations.slice(header.migrations.length))
  await endSignIns(tx)
  await sql`update cluster set identity = ${await clusterIdentity(tx)}, restore_detected_at_ms = ${nowMs}`.execute(tx)
  return loaded
}

/** Fills an empty database with what the backup contains, as its release left it: runs the backup's migrations and inserts its rows. */
export async function loadAsBackedUp(
  tx: Tx,
  header: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
  { keepPicture, progress }: Loading,
): Promise<Loaded> {
  await spellAlike(tx)
  await runMigrations(tx, header.migrations)
  const known = new Map((await tablesOf(tx)).map(({ name, columns }) => [name, columns]))
  // the backup already contains the rows that the triggers would add
  for (const name of known.keys()) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
  const all = Object.values(header.tables).reduce((sum, count) => sum + count, 0)
  let insert: ((json: string) => Promise<void>) | undefined
  let done = 0
  let picturesCount = 0
  const leftOut: string[] = []
  for await (const entry of entries) {
    if (entry.kind === 'table') {
      const columns = known.get(entry.name)
      if (!columns) leftOut.push(entry.name)
      else if (entry.columns.some((column) => !columns.includes(column)))
        throw new BackupProblem(`This backup’s table ${entry.name} is not the one this program knows.`)
      insert = columns && (await insertInto(tx, entry.name, entry.columns))
    } else if (entry.kind === 'rows') {
      await insert?.(entry.json)
      done += entry.count
      progress(done, all)
    } else {
      await keepPicture(entry.name, entry.bytes)
      picturesCount += 1
    }
  }
  for (const name of known.keys()) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx)
  await countOn(tx)
  return { picturesCount, leftOut }
}

/** Ends every session, and every link, code and invitation that is still open, because sessions may have been ended and links used since the backup.
 *  Nobody ended these sessions on purpose, so their devices keep their data and go on selling. */
async function endSignIns(tx: Tx): Promise<void> {
  for (const name of ['identity_sessions', 'tickets', 'identity_verifications', 'email_proofs'])
    await sql`delete from ${sql.table(name)}`.execute(tx)
  // the challenges to use a passkey are in no table: the server seals each with this secret, and makes a new one at its start
  await sql`delete from server_secrets where name = 'passkeys'`.execute(tx)
  await sql`delete from ended_sessions where ended_at = now()`.execute(tx)
  await sql`update invitations set revoked_at = now() where used_at is null and revoked_at is null`.execute(tx)
}

/** Advances identity columns beyond their highest value. */
async function countOn(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`select c.relname as table, a.attname as column,
    pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`.execute(tx)
  for (const { table, column, sequence } of rows)
    await sql`select setval(${sequence}, coalesce(max(${sql.ref(column)}), 0) + 1, false) from ${sql.table(table)}`.execute(tx)
}

/** Answers a function that inserts a line of rows into a table. The rows get this transaction's id. */
async function insertInto(tx: Tx, table: string, columns: readonly string[]): Promise<(json: string) => Promise<void>> {
  const { rows } = await sql<{ name: string; type: string }>`select attname as name, format_type(atttypid, atttypmod) as type
    from pg_attribute where attrelid = quote_ident(${table})::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const stamps = rows.filter(({ type }) => type === 'xid8').map(({ name }) => name)
  const names = sql.join([...columns, ...stamps].map((column) => sql.ref(column)))
  const values = sql.join([
    ...columns.map((column, at) => sql`(r ->> ${sql.lit(at)})::${sql.raw(types.get(column) ?? 'text')}`),
    ...stamps.map(() => sql`pg_current_xact_id()`),
  ])
  return async (json) => {
    await sql`insert into ${sql.table(table)} (${names}) overriding system value select ${values} from json_array_elements(${json}::json) as r`.execute(
      tx,
    )
  }
}
