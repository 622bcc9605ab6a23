import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/** A statement that costs more to plan than to run. `text` has `$1`, `$2` … of these types. */
export type Prepared = { readonly name: string; readonly types: string; readonly text: string }

/** Names a statement by a hash of its text, because servers of two versions may share a pooler's connections. */
export function prepared(types: string, text: string): Prepared {
  return { name: `shop_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, types, text }
}

/** Runs a statement with a generic plan, which the connection prepares at first use. The arguments are literals, because EXECUTE accepts no
 *  parameters. By default PostgreSQL would plan each time, because it does not know how few rows a range of transactions contains. */
export async function runPrepared<T>(tx: Tx, { name, types, text }: Prepared, args: readonly RawBuilder<unknown>[]): Promise<T[]> {
  const planning = (mode: string) => sql`set_config('plan_cache_mode', ${mode}, true)`
  const { rows } = await sql<{
    there: boolean
  }>`select exists (select from pg_prepared_statements where name = ${name}) as there, ${planning('force_generic_plan')}`.execute(tx)
  if (!rows[0]?.there) await sql.raw(`prepare ${name} (${types}) as ${text}`).execute(tx)
  const answer = await sql<T>`execute ${sql.raw(name)} (${sql.join(args)})`.execute(tx)
  await sql`select ${planning('auto')}`.execute(tx)
  return answer.rows
}

/** Makes this transaction read tables along the index in the query's order. Otherwise the planner would sort a whole table for each page when
 *  statistics are old, and the embedded database does not gather them automatically. `ordered: false` also allows the audience index, for viewers who
 *  see few rows. */
export async function alongIndexes(tx: Tx, ordered: boolean): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', ${ordered ? 'off' : 'on'}, true)`.execute(tx)
}
