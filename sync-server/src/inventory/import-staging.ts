import { type ImportPlan, importPlanSchema } from '@shop/shared/inventory/calls/import-items.ts'
import type { ImportRow } from '@shop/shared/inventory/commands/import-items.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Platform } from '../platform/platform.ts'
import { sql } from '../platform/sql.ts'

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

/** All staged rows, in the order of their chunks. */
export async function stagedRows(platform: Platform, importId: string): Promise<ImportRow[]> {
  const { rows } = await sql<{ rows: ImportRow[] }>`select rows from import_chunks
    where import_id = ${importId} and chunk_no > ${PLAN_CHUNK} order by chunk_no`.execute(platform.db)
  return rows.flatMap((chunk) => chunk.rows)
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
