import { useEffect, useRef } from 'react'
import { type PendingEntry, usePending } from '../sync/api.ts'

/** For so long a person waits for the server before the form lets go: the request itself is safe on the device. */
const PATIENCE_MS = 8_000

/** How a command ended that somebody waits for. `waiting`: there was no answer yet; it is sent when there is a connection. */
export type Answer = { readonly kind: 'done' | 'waiting' } | { readonly kind: 'refused'; readonly entry: PendingEntry }

/** Tells once how the command of this id ended, which was stored on this device before; null waits for nothing. */
export function useAnswer(commandId: string | null, onAnswer: (answer: Answer) => void): void {
  const pending = usePending()
  const tell = useRef(onAnswer)
  tell.current = onAnswer
  const entry = commandId === null ? undefined : pending.find(({ id }) => id === commandId)
  const state = commandId === null ? 'none' : (entry?.state ?? 'gone')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry goes along with its state
  useEffect(() => {
    if (state === 'gone') tell.current({ kind: 'done' })
    else if (state === 'attention' && entry) tell.current({ kind: 'refused', entry })
  }, [state])
  useEffect(() => {
    if (commandId === null) return
    const timer = setTimeout(() => tell.current({ kind: 'waiting' }), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [commandId])
}
