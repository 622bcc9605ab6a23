import {
  cancelImportCall,
  commitImportCall,
  IMPORT_CHUNK_ROWS,
  type ImportPlan,
  stageImportChunkCall,
  startImportCall,
} from '@shop/shared/inventory/calls/import-items.ts'
import { importItems } from '@shop/shared/inventory/commands/import-items.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { derivedId } from '@shop/shared/kernel/ids.ts'
import type { CommandPart } from '../../platform/commands/command-runner.ts'
import type { Tx } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { dropStaged, importOutcome, keepChunk, keepPlan, requirePlan, stagedChunks, stagedCount, stagedRows } from '../import-staging.ts'

/** POST /inventory/imports. */
export const handleStartImport = implementCall(startImportCall, async ({ body, actor, platform }) => {
  await keepPlan(platform, actor.uid, body)
  return { id: body.id, chunkRows: IMPORT_CHUNK_ROWS }
})

/** PUT /inventory/imports/{id}/chunks/{n}. */
export const handleStageImportChunk = implementCall(stageImportChunkCall, async ({ params, body, actor, platform }) => {
  await requirePlan(platform, actor.uid, params.id)
  await keepChunk(platform, actor.uid, params.id, params.n, body.rows)
  return { rowCount: body.rows.length }
})

/** POST /inventory/imports/{id}/commit. Runs one command for each chunk, in one transaction. The first command has the import's id, so that a
 *  repeated commit imports nothing twice. */
export const handleCommitImport = implementCall(commitImportCall, async ({ params, actor, platform }) => {
  const before = await importOutcome(platform, params.id)
  if (before) return answerOf(before)
  const plan = await requirePlan(platform, actor.uid, params.id)
  if ((await stagedCount(platform, params.id)) !== plan.rowCount) throw refusal(inventoryRefusals, 'IMPORT_INCOMPLETE')
  await platform.runAllOrNone(actor, (tx) => partsOf(tx, plan))
  await dropStaged(platform, actor.uid, params.id)
  const outcome = await importOutcome(platform, params.id)
  if (!outcome) throw new Error(`import ${params.id} left no outcome`)
  return answerOf(outcome)
})

async function* partsOf(tx: Tx, { id, consignorID, mode, fileName }: ImportPlan): AsyncGenerator<CommandPart> {
  for (const [nth, chunkNo] of (await stagedChunks(tx, id)).entries()) {
    const args = { importId: id, consignorId: consignorID, mode, fileName, rows: await stagedRows(tx, id, chunkNo) }
    yield { id: nth === 0 ? id : derivedId(id, nth), command: importItems, args }
  }
}

function answerOf({ added, updated, skipped }: { added: number; updated: number; skipped: number }) {
  return { message: `Import done: ${added} added, ${updated} updated, ${skipped} skipped`, added, updated, skipped }
}

/** DELETE /inventory/imports/{id}. */
export const handleCancelImport = implementCall(cancelImportCall, async ({ params, actor, platform }) => {
  await dropStaged(platform, actor.uid, params.id)
  return { message: 'Import cancelled. Nothing was imported' }
})
