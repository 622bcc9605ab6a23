import { type ImportPlan, importPlanSchema } from '@shop/shared/inventory/calls/import-items.ts'
import type { ImportRow } from '@shop/shared/inventory/commands/import-items.ts'
import { importRefusals } from '@shop/shared/inventory/import-errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { daysFromNow, longWaits } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'

/** Number of the chunk with the plan. The rows are in the chunks from 1. */
const PLAN_CHUNK = 0

/** Stores a chunk, which replaces this user's earlier chunk of that number; another user's chunk stays as it is. Deletes all chunks that are older
 *  than a day. */
export async function keepChunk(platform: Platform, uid: string, importId: string, chunkNo: number, rows: unknown): Promise<void> {
  const { db } = platform
  await db.deleteFrom('import_chunks').where('created_at', '<', daysFromNow(-1)).execute()
  await db
    .insertInto('import_chunks')
    .values({ import_id: importId, chunk_no: chunkNo, uid, rows: JSON.stringify(rows) })
    .onConflict((conflict) =>
      conflict
        .columns(['import_id', 'chunk_no'])
        .doUpdateSet((eb) => ({ rows: eb.ref('excluded.rows') }))
        .whereRef('import_chunks.uid', '=', 'excluded.uid'),
    )
    .execute()
}

export const keepPlan = (platform: Platform, uid: string, plan: ImportPlan): Promise<void> =>
  keepChunk(platform, uid, plan.id, PLAN_CHUNK, plan)

const selectChunk = (db: Db | Tx, importId: string, chunkNo: number) =>
  db.selectFrom('import_chunks').where('import_id', '=', importId).where('chunk_no', '=', chunkNo)

/** Reads the plan of an open import. Refuses IMPORT_NOT_FOUND if the import is not open or somebody else started it. */
export async function requirePlan(platform: Platform, uid: string, importId: string): Promise<ImportPlan> {
  const plan = await selectChunk(platform.db, importId, PLAN_CHUNK).select('rows').where('uid', '=', uid).executeTakeFirst()
  if (!plan) throw refusal(importRefusals, 'IMPORT_NOT_FOUND')
  return importPlanSchema.parse(plan.rows)
}

/** A chunk that has arrived. `firstRow`: number of its first row in the import, from 0. */
export type StagedChunk = { readonly chunkNo: number; readonly firstRow: number; readonly rowCount: number }

/** Lists the staged chunks, in order. Counts the rows of each chunk in a statement of its own, because a single statement would delay other
 *  requests. */
export async function stagedChunks({ db }: Platform, importId: string): Promise<StagedChunk[]> {
  const staged = db.selectFrom('import_chunks').select('chunk_no').where('import_id', '=', importId).where('chunk_no', '>', PLAN_CHUNK)
  const chunks: StagedChunk[] = []
  let firstRow = 0
  for (const { chunk_no: chunkNo } of await staged.orderBy('chunk_no').execute()) {
    const chunk = selectChunk(db, importId, chunkNo).select((eb) => eb.fn<number>('jsonb_array_length', ['rows']).as('count'))
    const rowCount = (await chunk.executeTakeFirst())?.count ?? 0
    chunks.push({ chunkNo, firstRow, rowCount })
    firstRow += rowCount
  }
  return chunks
}

/** Reads rows of one chunk: from this row of the import on, as far as the chunk and the limit go. */
export async function stagedRows(
  db: Db | Tx,
  importId: string,
  chunks: readonly StagedChunk[],
  row: number,
  limit: number,
): Promise<ImportRow[]> {
  const chunk = chunks.find(({ firstRow, rowCount }) => row >= firstRow && row < firstRow + rowCount)
  if (!chunk) return []
  const stored = await selectChunk(db, importId, chunk.chunkNo).select('rows').executeTakeFirst()
  return ((stored?.rows ?? []) as ImportRow[]).slice(row - chunk.firstRow, row - chunk.firstRow + limit)
}

/** Keeps an import from being cancelled before the transaction ends. Refuses IMPORT_NOT_FOUND when it was cancelled. */
export async function keepUncancelled(tx: Tx, importId: string): Promise<void> {
  const plan = await selectChunk(tx, importId, PLAN_CHUNK).select('chunk_no').forUpdate().executeTakeFirst()
  if (!plan) throw refusal(importRefusals, 'IMPORT_NOT_FOUND')
}

/** Drops the staged rows of an import that is not done. Waits while it is being applied. Refuses IMPORT_DONE, and IMPORT_OF_OTHER if somebody else began
 *  it. */
export async function cancelStaged(platform: Platform, uid: string, importId: string): Promise<void> {
  await platform.transaction(async (tx) => {
    await tx.selectNoFrom(longWaits().as('waits')).execute()
    await dropStaged(tx, uid, importId)
    if (await importOutcome(tx, importId)) throw refusal(importRefusals, 'IMPORT_DONE')
    if (await selectChunk(tx, importId, PLAN_CHUNK).select('uid').executeTakeFirst()) throw refusal(importRefusals, 'IMPORT_OF_OTHER')
  })
}

export async function dropStaged(db: Db | Tx, uid: string, importId: string): Promise<void> {
  await db.deleteFrom('import_chunks').where('import_id', '=', importId).where('uid', '=', uid).execute()
}

type ImportOutcome = { added: number; updated: number; skipped: number }

/** Reads the outcome of a committed import; undefined for an unknown id. */
export async function importOutcome(db: Db | Tx, importId: string): Promise<ImportOutcome | undefined> {
  const noted = db.selectFrom('audit_entries').select('after').where('action', '=', 'inventory.import')
  const entry = await noted.where('subject', '=', importId).$narrowType<{ after: ImportOutcome }>().executeTakeFirst()
  return entry?.after
}
