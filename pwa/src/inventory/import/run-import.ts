import {
  cancelImportCall,
  commitImportCall,
  IMPORT_CHUNK_ROWS,
  stageImportChunkCall,
  startImportCall,
} from '@shop/shared/inventory/calls/import-items.ts'
import type { ImportMode, ImportRow } from '@shop/shared/inventory/commands/import-items.ts'
import type { AnyCall, InputOf, OutputOf } from '@shop/shared/kernel/define-call.ts'

/** How a call of the registry is made. */
export type MakeCall = <C extends AnyCall>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>

/** An import as it was decided: made once, so that trying again goes on with the same one. */
export type ImportJob = {
  readonly id: string
  /** Whose inventory; null for the shop's own. */
  readonly consignorId: string | null
  readonly mode: ImportMode
  readonly fileName: string
  readonly rows: readonly ImportRow[]
}

/** What an import did. */
export type ImportOutcome = { readonly added: number; readonly updated: number; readonly skipped: number }

/** Where an import stands. `committing` cannot be given up: the server is already doing it, all of it or nothing. `fetching`: it is done, and this device
 *  fetches the new rows. */
export type ImportProgress = { readonly phase: 'sending' | 'committing' | 'fetching'; readonly sentRows: number; readonly rows: number }

/** Sends the rows in chunks and commits them at once: until the commit nothing has changed. Rejects with Refusal, or with the signal's reason. */
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

/** Tells the server to forget what was sent. Without an answer it forgets by itself later; nothing of it is in the inventory. */
export async function dropImport(id: string, call: MakeCall): Promise<void> {
  await call(cancelImportCall, { params: { id } }).catch(() => undefined)
}
