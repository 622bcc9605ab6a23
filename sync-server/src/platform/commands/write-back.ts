import type { Row } from '@shop/shared/kernel/define-collection.ts'
import type { Writes } from '@shop/shared/kernel/unit-of-work.ts'
import { sql } from 'kysely'
import { type Catalog, tableOf } from '../database/catalog.ts'
import { type AnyCollectionTable, deleteRows, insertRows, type RowToWrite, updateRows } from '../database/collection-table.ts'
import type { Tx } from '../database/database.ts'
import type { PrefetchedRows } from './prefetched-rows.ts'

type Removal = { collection: string; row_id: string; audience: string }

/** The writes of one collection, by comparison with the rows as the transaction found them. */
type Plan = { inserts: RowToWrite[]; updates: RowToWrite[]; deletes: string[]; removals: Removal[] }

/** Flushes a batch's buffered writes with one statement for each table and kind of write. Answers the audiences to poke. */
export async function writeBack(tx: Tx, catalog: Catalog, writes: Writes, found: PrefetchedRows): Promise<Set<string>> {
  const touched = new Set<string>()
  const removals: Removal[] = []
  for (const name of [...writes.keys()].sort()) {
    const table = tableOf(catalog, name)
    const plan = planOf(table, writes.get(name) as Map<string, Row | null>, found, touched)
    await updateRows(tx, table, plan.updates)
    await deleteRows(tx, table, plan.deletes)
    await insertRows(tx, table, plan.inserts)
    removals.push(...plan.removals)
  }
  await leaveRemovals(tx, removals)
  return touched
}

function planOf(table: AnyCollectionTable, rows: Map<string, Row | null>, found: PrefetchedRows, touched: Set<string>): Plan {
  const plan: Plan = { inserts: [], updates: [], deletes: [], removals: [] }
  const { collection } = table
  const synced = collection.reach === 'synced'
  for (const [id, row] of rows) {
    const before = found.before(collection.name, id)
    if (before && !before.locked) throw new Error(`a command writes ${collection.name}/${id}, which it named without a lock`)
    const audience: readonly string[] | null = synced && row ? collection.audience(row) : null
    if (row) (before ? plan.updates : plan.inserts).push({ row, audience })
    else if (before) plan.deletes.push(id)
    for (const key of before?.audience ?? []) {
      touched.add(key)
      if (!audience?.includes(key)) plan.removals.push({ collection: collection.name, row_id: id, audience: key })
    }
    for (const key of audience ?? []) touched.add(key)
  }
  return plan
}

/** Writes tombstones for audiences that no longer see a row. */
async function leaveRemovals(tx: Tx, removals: readonly Removal[]): Promise<void> {
  if (removals.length === 0) return
  await sql`insert into removals (collection, row_id, audience)
    select collection, row_id, audience from jsonb_to_recordset(${JSON.stringify(removals)}::jsonb) as r(collection text, row_id text, audience text)
    order by 1, 2, 3
    on conflict (collection, row_id, audience) do update set removed_at = now()`.execute(tx)
}
