import { addCategory } from '@shop/shared/inventory/commands/change-categories.ts'
import type { ImportMode } from '@shop/shared/inventory/commands/import-items.ts'
import type { CheckedImportRow } from '@shop/shared/inventory/rules/import-rows.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCall, useDevice, usePendingActions, useRunCommand } from '../../sync/api.ts'
import type { NewCategory } from './check-rows.ts'
import { dropImport, type ImportJob, type ImportOutcome, type ImportProgress, runImport } from './run-import.ts'

export type ImportOrder = {
  readonly consignorId: string | null
  readonly mode: ImportMode
  readonly fileName: string
  readonly rows: readonly CheckedImportRow[]
  readonly newCategories: readonly NewCategory[]
}

/** State of the import. `failed`: a retry is possible. `isUnsure`: the answer to the commit got lost, so either all rows are in or none. */
export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: ImportProgress }
  | { readonly kind: 'failed'; readonly problem: string; readonly isUnsure: boolean }
  | { readonly kind: 'done'; readonly outcome: ImportOutcome }

/** Maximum time that the result waits for the device to pull the new rows. */
const FETCH_PATIENCE_MS = 5_000

type Run = { readonly stop: AbortController; phase: ImportProgress['phase'] }

const IDLE: RunState = { kind: 'idle' }

/** Runs one import at a time. Leaving the screen aborts it unless it is committing. */
export function useImportRun() {
  const { newId } = useDevice()
  const call = useCall()
  const runCommand = useRunCommand()
  const { syncNow } = usePendingActions()
  const [state, setState] = useState<RunState>(IDLE)
  const job = useRef<(ImportJob & Pick<ImportOrder, 'newCategories'>) | null>(null)
  const running = useRef<Run | null>(null)

  const run = useCallback(async () => {
    const current = job.current
    if (!current || running.current) return
    const stop = new AbortController()
    const own: Run = { stop, phase: 'sending' }
    running.current = own
    const show = (progress: ImportProgress) => {
      own.phase = progress.phase
      if (!stop.signal.aborted) setState({ kind: 'running', progress })
    }
    show({ phase: own.phase, sentRows: 0, rows: current.rows.length })
    try {
      for (const category of current.newCategories) await runCommand(addCategory, category)
      const outcome = await runImport(current, call, show, stop.signal)
      job.current = null
      show({ phase: 'fetching', sentRows: current.rows.length, rows: current.rows.length })
      // the rows are committed; if pulling them fails or takes long, sync continues by itself
      await Promise.race([syncNow().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, FETCH_PATIENCE_MS))])
      if (!stop.signal.aborted) setState({ kind: 'done', outcome })
    } catch (thrown) {
      if (stop.signal.aborted) {
        await dropImport(current.id, call)
        return
      }
      if (!(thrown instanceof Refusal)) throw thrown
      setState({ kind: 'failed', problem: thrown.message, isUnsure: own.phase === 'committing' && thrown.status === 503 })
    } finally {
      if (running.current === own) running.current = null
    }
  }, [call, runCommand, syncNow])

  const start = useCallback(
    (order: ImportOrder) => {
      job.current = { ...order, id: newId(), rows: order.rows.map((row) => ({ id: newId(), ...row })) }
      return run()
    },
    [run, newId],
  )
  /** Aborts the import without waiting for a pending answer. False once the server is committing. */
  const cancel = useCallback((): boolean => {
    if (running.current && running.current.phase !== 'sending') return false
    running.current?.stop.abort()
    running.current = null
    job.current = null
    setState(IDLE)
    return true
  }, [])
  // an import that the server commits goes on without its screen
  useEffect(
    () => () => {
      if (running.current?.phase === 'sending') running.current.stop.abort()
    },
    [],
  )
  return { state, start, retry: run, cancel }
}
