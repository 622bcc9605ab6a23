import { Button } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import classes from './undo-toast.module.css'

/** Time in which an act can be undone. */
const UNDO_MS = 10_000

type Toast = { readonly text: string; readonly undo: () => void }

let shown: Toast | null = null
const listeners = new Set<() => void>()

function set(next: Toast | null): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Reports an act and offers to undo it: for cheap acts, which need no confirmation. A new offer replaces the previous one. */
export function showUndo(text: string, undo: () => void): void {
  set({ text, undo })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows undo offers; the shell mounts it once. */
export function UndoToasts() {
  const toast = useSyncExternalStore(subscribe, () => shown)
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => set(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div className={classes.place} role="status">
      {toast && (
        <div className={classes.toast}>
          <span className={classes.text}>{toast.text}</span>
          <Button
            variant="subtle"
            size="md"
            onClick={() => {
              set(null)
              toast.undo()
            }}
          >
            Undo
          </Button>
        </div>
      )}
    </div>
  )
}
