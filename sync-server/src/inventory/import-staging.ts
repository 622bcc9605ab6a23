import { type ImportPlan, importPlanSchema } from '@shop/shared/inventory/calls/import-items.ts'
import type { ImportRow } from '@shop/shared/inventory/commands/import-items.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { type Db, sql, type Tx } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'

/** Chunk 0 holds what the import is about; rows are in the chunks from 1. */
const PLAN_CHUNK = 0

/** Keeps a chunk, in place of an earlier one of that number. Staged rows that nobody committed for a day are dropped on the way. */
export async function keepChunk(platform: Platform, uid: string, importId: string, chunkNo: number, rows: unknown): Promise<void> {
  await sql`delete from import_chunks where created_at < now() - interval '1 day'`.execute(platform.db)
  await sql`insert into import_chunks (import_id, chunk_no, uid, rows) values (${importId}, ${chunkNo}, ${uid}, ${JSON.stringify(rows)}::jsonb)
    on conflict (import_id, chunk_no) do update set rows = excluded.rows where import_chunks.uid = excluded.uid`.execute(platform.db)
}

/** Keeps the plan. */
export const keepPlan = (platform: Platform, uid: string, plan: ImportPlan): Promise<void> =>
  keepChunk(platform, uid, plan.id, PLAN_CHUNK, plan)

/** Refuses IMPORT_NOT_FOUND unless this person began the import and did not end it. */
export async function requirePlan(platform: Platform, uid: string, importId: string): Promise<ImportPlan> {
  const { rows } = await sql<{ rows: unknown }>`select rows from import_chunks
    where import_id = ${importId} and chunk_no = ${PLAN_CHUNK} and uid = ${uid}`.execute(platform.db)
  if (!rows[0]) throw refusal(inventoryRefusals, 'IMPORT_NOT_FOUND')
  return importPlanSchema.parse(rows[0].rows)
}

/** The numbers of the staged chunks, in order. */
export async function stagedChunks(db: Db | Tx, importId: string): Promise<number[]> {
  const { rows } = await sql<{ chunk_no: number }>`select chunk_no from import_chunks
    where import_id = ${importId} and chunk_no > ${PLAN_CHUNK} order by chunk_no`.execute(db)
  return rows.map(({ chunk_no }) => chunk_no)
}

/** The rows of a staged chunk. */
export async function stagedRows(db: Db | Tx, importId: string, chunkNo: number): Promise<ImportRow[]> {
  const { rows } = await sql<{ rows: ImportRow[] }>`select rows from import_chunks
    where import_id = ${importId} and chunk_no = ${chunkNo}`.execute(db)
  return rows[0]?.rows ?? []
}

/** How many rows have arrived. Counted chunk by chunk: all at once would hold up everybody else. */
export async function stagedCount({ db }: Platform, importId: string): Promise<number> {
  let total = 0
  for (const chunkNo of await stagedChunks(db, importId)) {
    const { rows } = await sql<{ count: number }>`select jsonb_array_length(rows) as count from import_chunks
      where import_id = ${importId} and chunk_no = ${chunkNo}`.execute(db)
    total += rows[0]?.count ?? 0
  }
  return total
}

/** Forgets what was staged. */
export async function dropStaged(platform: Platform, uid: string, importId: string): Promise<void> {
  await sql`delete from import_chunks where import_id = ${importId} and uid = ${uid}`.execute(platform.db)
}

/** What a committed import came to; undefined when there is none of this id. */
export async function importOutcome(
  platform: Platform,
  importId: string,
): Promise<{ added: number; updated: number; skipped: number } | undefined> {
  const { rows } = await sql<{ after: { added: number; updated: number; skipped: number } }>`select after from audit_entries
    where action = 'inventory.import' and subject = ${importId}`.execute(platform.db)
  return rows[0]?.after
}
