import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useRef, useState } from 'react'
import { usePendingActions } from '../sync/api.ts'
import { errorMessage } from '../ui/error-message.ts'

/** Longest time that a button waits for the rows that its act changed. Rows that take longer appear when they arrive. */
const ROWS_PATIENCE_MS = 4_000

export function useFreshRows(): () => Promise<void> {
  const { syncNow } = usePendingActions()
  return useCallback(
    () => Promise.race([syncNow().catch(() => undefined), new Promise<void>((resolve) => setTimeout(resolve, ROWS_PATIENCE_MS))]),
    [syncNow],
  )
}

/** Runs acts on rows one at a time, so that a second click does nothing. Reports the outcome and syncs the rows, after a refusal too. */
export function useRowAct(onMessage: (text: string) => void) {
  const refresh = useFreshRows()
  const underWay = useRef(false)
  const [busyId, setBusyId] = useState<string | null>(null)
  const act = useCallback(
    async (id: string, send: () => Promise<{ readonly message: string }>) => {
      if (underWay.current) return
      underWay.current = true
      setBusyId(id)
      try {
        onMessage((await send()).message)
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        onMessage(errorMessage('Error: ', thrown))
      } finally {
        await refresh()
        underWay.current = false
        setBusyId(null)
      }
    },
    [onMessage, refresh],
  )
  return { act, busyId }
}
