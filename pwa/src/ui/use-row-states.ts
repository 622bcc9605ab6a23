import { useEffect, useMemo, useRef, useState } from 'react'
import { type CommandState, type PendingEntry, usePending } from '../sync/api.ts'

/** Time that a row shows its change as synced. */
const SYNCED_SHOWN_MS = 10_000

/** Ids of the rows that a queued command changes or makes. */
export type RowIdsOf = (commandName: string, args: unknown) => readonly string[]

/** Sync state of each recently changed row: `attention` if any of its changes needs it, otherwise that of the last change. `idsOf` must be the same
 *  function at every render. */
export function useRowStates(idsOf: RowIdsOf): ReadonlyMap<string, CommandState> {
  const pending = usePending()
  const waiting = useMemo(() => statesOf(pending, idsOf), [pending, idsOf])
  const before = useRef(waiting)
  const [synced, setSynced] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const arrived = [...before.current].filter(([id, state]) => state !== 'attention' && !waiting.has(id)).map(([id]) => id)
    before.current = waiting
    if (arrived.length === 0) return
    setSynced((known) => new Set([...known, ...arrived]))
    setTimeout(() => setSynced((known) => new Set([...known].filter((id) => !arrived.includes(id)))), SYNCED_SHOWN_MS)
  }, [waiting])

  return useMemo(() => new Map([...[...synced].map((id) => [id, 'synced'] as const), ...waiting]), [synced, waiting])
}

function statesOf(pending: readonly PendingEntry[], idsOf: RowIdsOf): Map<string, CommandState> {
  const states = new Map<string, CommandState>()
  for (const entry of pending)
    for (const id of idsOf(entry.name, entry.args)) if (states.get(id) !== 'attention') states.set(id, entry.state)
  return states
}
