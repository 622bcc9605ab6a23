import { useCallback } from 'react'
import { usePendingActions } from '../sync/api.ts'
import { dated, downloadFile } from './download-file.ts'

/** Saves to a file the work that the server does not have yet. Another device can import the file. */
export function useSaveUnsentWork(): () => Promise<void> {
  const { exportPending } = usePendingActions()
  return useCallback(async () => downloadFile(dated('unsent-work', 'json'), await exportPending()), [exportPending])
}
