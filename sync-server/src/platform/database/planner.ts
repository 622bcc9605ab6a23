import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/** A statement so long that planning it costs more than running it. `text` has `$1`, `$2` … of these types. */
export type Prepared = { readonly name: string; readonly types: string; readonly text: string }

/** A statement under the name its text gives it: servers of two versions may share the connections of a pooler between them. */
export function prepared(types: string, text: string): Prepared {
  return { name: `shop_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, types, text }
}

/** Runs it by the one plan that its connection made for any arguments (literals: EXECUTE takes no others), and makes that plan first where there is none.
 *  PostgreSQL itself would plan anew each time, as it does not know how few rows a range of transactions holds. */
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

/** Has this transaction read tables along the index that gives their order. Without fresh statistics (the embedded database gathers none by itself) the planner
 *  would scan and sort a whole table for each page. `ordered: false` leaves it the audience index, for viewers who see little. */
export async function alongIndexes(tx: Tx, ordered: boolean): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', ${ordered ? 'off' : 'on'}, true)`.execute(tx)
}
