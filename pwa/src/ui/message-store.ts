/** Time in which an act can be undone. */
const UNDO_MS = 10_000

/** Maximum number of offers to undo. One more replaces the oldest, so that a run of quick acts leaves room for the screen. */
const MAX_OFFERS = 3

/** A message at the lower edge of the screen. */
export type ShownMessage = {
  readonly text: string
  readonly isError: boolean
  /** Milliseconds until it goes; Infinity for one that stays until it is closed. */
  readonly forMs: number
  readonly onEnd: () => void
  readonly undo?: () => void
}

let shown: readonly ShownMessage[] = []
const listeners = new Set<() => void>()

function set(next: readonly ShownMessage[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message until `onEnd`; returns the function that takes it away. */
export function showMessage(message: ShownMessage): () => void {
  set([...shown, message])
  return () => set(shown.filter((one) => one !== message))
}

/** Reports an act and offers to undo it: for cheap acts, which need no confirmation. */
export function showUndo(text: string, undo: () => void): void {
  const offers = shown.filter((one) => one.undo !== undefined)
  if (offers.length >= MAX_OFFERS) set(shown.filter((one) => one !== offers[0]))
  const close = showMessage({
    text,
    isError: false,
    forMs: UNDO_MS,
    onEnd: () => close(),
    undo: () => {
      close()
      undo()
    },
  })
}

/** The messages to show, oldest first, for useSyncExternalStore. */
export const readMessages = (): readonly ShownMessage[] => shown

export const subscribeToMessages = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
