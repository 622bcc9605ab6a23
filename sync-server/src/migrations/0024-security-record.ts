import { type Kysely, sql } from 'kysely'

/** Adds the security record. The database itself refuses to change or remove an entry. Only its network address may be forgotten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('security_events')
    .addColumn('id', sql`text collate "C"`, (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull().check(sql`result in ('done', 'refused')`))
    .addColumn('uid', 'text')
    .addColumn('by_uid', 'text')
    .addColumn('address', 'text')
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('detail', 'jsonb', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('security_events_uid').on('security_events').columns(['uid', 'id']).execute()
  await db.schema.createIndex('security_events_kind').on('security_events').columns(['kind', 'id']).execute()
  await sql`create index security_events_address on security_events (at_ms) where address is not null`.execute(db)
  await sql`create function keep_security_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.address is null and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
        return new;
      end if;
      raise exception 'entries of the record of security are neither changed nor removed';
    end $$`.execute(db)
  await sql`create trigger security_events_kept before update or delete on security_events for each row
    execute function keep_security_events()`.execute(db)
}
