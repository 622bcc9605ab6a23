import {
  cancelImportCall,
  commitImportCall,
  IMPORT_CHUNK_ROWS,
  stageImportChunkCall,
  startImportCall,
} from '@shop/shared/inventory/calls/import-items.ts'
import type { ImportMode, ImportRow } from '@shop/shared/inventory/commands/import-items.ts'
import type { AnyCall, InputOf, OutputOf } from '@shop/shared/kernel/define-call.ts'

export type MakeCall = <C extends AnyCall>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>

/** One import with its ids: a retry continues the same job. */
export type ImportJob = {
  readonly id: string
  /** Owner of the target inventory; null for the shop's own. */
  readonly consignorId: string | null
  readonly mode: ImportMode
  readonly fileName: string
  readonly rows: readonly ImportRow[]
}

export type ImportOutcome = { readonly added: number; readonly updated: number; readonly skipped: number }

/** Progress of an import. `committing` cannot be aborted, because the server applies all rows or none. `fetching`: the rows are committed, and this
 *  device pulls them. */
export type ImportProgress = { readonly phase: 'sending' | 'committing' | 'fetching'; readonly sentRows: number; readonly rows: number }

/** Stages the rows in chunks and commits them together. Nothing changes before the commit. Rejects with Refusal, or with the signal's reason. */
export async function runImport(
  job: ImportJob,
  call: MakeCall,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  const { id, rows } = job
  await call(startImportCall, { body: { id, consignorID: job.consignorId, mode: job.mode, fileName: job.fileName, rowCount: rows.length } })
  for (let at = 0, n = 1; at < rows.length; at += IMPORT_CHUNK_ROWS, n++) {
    signal.throwIfAborted()
    onProgress({ phase: 'sending', sentRows: at, rows: rows.length })
    await call(stageImportChunkCall, { params: { id, n }, body: { rows: rows.slice(at, at + IMPORT_CHUNK_ROWS) } })
  }
  signal.throwIfAborted()
  onProgress({ phase: 'committing', sentRows: rows.length, rows: rows.length })
  const { added, updated, skipped } = await call(commitImportCall, { params: { id } })
  return { added, updated, skipped }
}

/** Discards the staged rows. If the call fails, the server discards them later by itself. */
export async function dropImport(id: string, call: MakeCall): Promise<void> {
  await call(cancelImportCall, { params: { id } }).catch(() => undefined)
}
