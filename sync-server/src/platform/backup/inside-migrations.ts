import { type Kysely, sql } from 'kysely'
import { migrations } from '../../migrations/list.ts'
import type { Tx } from '../database/database.ts'

/** The names of all migrations in this release, in their order. */
export const knownMigrations: readonly string[] = Object.keys(migrations).sort()

/** Runs migrations inside an open transaction, so that a restored database appears complete or not at all. Records them in the tables of Kysely's
 *  migrator. */
export async function runMigrations(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
    tx,
  )
  await sql`create table if not exists kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(
    tx,
  )
  await sql`insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing`.execute(tx)
  for (const name of names) {
    await migrations[name]?.up(tx as unknown as Kysely<unknown>)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(tx)
  }
}
