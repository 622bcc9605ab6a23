import { type Kysely, sql } from 'kysely'

/** Adds the drawer of each open shift, by which the opening of a second one is noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shifts add column open_drawer text`.execute(db)
  await sql`create index shifts_open_drawer on shifts (open_drawer)`.execute(db)
  const { rows } = await sql<{ id: string; drawer: string }>`
    select id, drawer from shifts where opened_at_ms is not null and closed_at_ms is null`.execute(db)
  // not the database's lower(), which knows fewer letters than the one of commands
  for (const { id, drawer } of rows) await sql`update shifts set open_drawer = ${drawer.toLowerCase()} where id = ${id}`.execute(db)
}
