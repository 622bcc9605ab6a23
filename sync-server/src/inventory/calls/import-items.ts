import {
  cancelImportCall,
  commitImportCall,
  IMPORT_CHUNK_ROWS,
  type ImportPlan,
  stageImportChunkCall,
  startImportCall,
} from '@shop/shared/inventory/calls/import-items.ts'
import { importItems, sumOfParts } from '@shop/shared/inventory/commands/import-items.ts'
import { importRefusals } from '@shop/shared/inventory/import-errors.ts'
import { items, stockMovements } from '@shop/shared/inventory/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { type AuditEntry, auditEntries } from '@shop/shared/settings/schema.ts'
import type { WholeRun } from '../../platform/commands/whole-run.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  cancelStaged,
  dropStaged,
  importOutcome,
  keepChunk,
  keepPlan,
  keepUncancelled,
  requirePlan,
  type StagedChunk,
  stagedChunks,
  stagedRows,
} from '../import-staging.ts'
import { textsAhead } from '../texts-ahead.ts'

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

/** POST /inventory/imports/{id}/commit. The run and its first command have the import's id, so that a repeated commit imports nothing twice. */
export const handleCommitImport = implementCall(commitImportCall, async ({ params, actor, platform }) => {
  const before = await importOutcome(platform.db, params.id)
  if (before) return answerOf(before)
  const plan = await requirePlan(platform, actor.uid, params.id)
  const chunks = await stagedChunks(platform, params.id)
  if (chunks.reduce((sum, { rowCount }) => sum + rowCount, 0) !== plan.rowCount) throw refusal(importRefusals, 'IMPORT_INCOMPLETE')
  await platform.runWhole(actor, runOf(platform, plan, chunks))
  await dropStaged(platform.db, actor.uid, params.id)
  const outcome = await importOutcome(platform.db, params.id)
  if (!outcome) throw new Error(`import ${params.id} left no outcome`)
  return answerOf(outcome)
})

function runOf(platform: Platform, { id, consignorID, mode, fileName, rowCount }: ImportPlan, chunks: readonly StagedChunk[]): WholeRun {
  const texts = textsAhead(platform)
  return {
    id,
    command: importItems,
    rowCount,
    async argsFrom(db, row, limit) {
      const rows = await stagedRows(db, id, chunks, row, limit)
      // cancelled meanwhile
      if (rows.length === 0) throw refusal(importRefusals, 'IMPORT_NOT_FOUND')
      return { args: { importId: id, consignorId: consignorID, mode, fileName, rows }, rowCount: rows.length }
    },
    stages: [items, stockMovements],
    record: { collection: auditEntries, sum: (rows) => sumOfParts(rows as AuditEntry[]) },
    beside: {
      ...texts,
      async applying(tx, write) {
        await keepUncancelled(tx, id)
        await texts.applying(tx, write)
      },
    },
  }
}

function answerOf({ added, updated, skipped }: { added: number; updated: number; skipped: number }) {
  return { message: `Import done: ${added} added, ${updated} updated, ${skipped} skipped`, added, updated, skipped }
}

/** DELETE /inventory/imports/{id}. */
export const handleCancelImport = implementCall(cancelImportCall, async ({ params, actor, platform }) => {
  await cancelStaged(platform, actor.uid, params.id)
  return { message: 'Import cancelled. Nothing was imported' }
})
