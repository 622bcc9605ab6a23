import type { Fault } from '@shop/shared/faults/schema.ts'
import { SYNC_FAULT } from '../sync/api.ts'

/** Keeps an error of the app for a report. The code for it loads when it is needed, and may be missing. */
export function noteFault(kind: Fault['kind'], error: unknown): void {
  import('../faults/note-fault.ts').then((loaded) => loaded.noteFault(kind, error)).catch(() => undefined)
}

/** Keeps every error that nobody handles, and those after which sync goes on. */
export function listenForFaults(): void {
  window.addEventListener('error', ({ error }) => noteFault('script', error))
  window.addEventListener('unhandledrejection', ({ reason }) => noteFault('promise', reason))
  window.addEventListener(SYNC_FAULT, (event) => noteFault('script', (event as CustomEvent<unknown>).detail))
}
