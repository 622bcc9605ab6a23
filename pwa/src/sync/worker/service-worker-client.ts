import type { Workbox } from 'workbox-window'
import { Observable } from '../ports/observable.ts'
import { OUTBOX_SYNC_TAG } from '../ports/worker-messages.ts'

const UPDATE_CHECK_MS = 60 * 60_000

/** True while an installed new version of the app waits. */
export const updateWaits = new Observable(false)
/** True once the app's files are stored, so that the app opens without network. */
export const opensOffline = new Observable(false)

let workbox: Workbox | null = null
let registration: ServiceWorkerRegistration | null = null
let appliesUpdate = false

/** Registers the service worker of this build. A new version waits until `applyUpdate`, so that it never reloads a sale in progress. */
export async function startServiceWorker(url = '/service-worker.js'): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return
  // loaded on demand, so that it stays out of the till's first load
  const { Workbox } = await import('workbox-window')
  const found = new Workbox(url, { updateViaCache: 'none' })
  workbox = found
  for (const event of ['waiting', 'activated', 'controlling'] as const) found.addEventListener(event, noteWaiting)
  found.addEventListener('controlling', () => {
    opensOffline.set(true)
    if (appliesUpdate) window.location.reload()
  })
  registration = (await found.register({ immediate: true })) ?? null
  noteWaiting()
  void navigator.serviceWorker.ready.then(() => opensOffline.set(true))
  setInterval(() => {
    // workbox-window announces only the first new version that another tab finds, so later versions are looked for here
    noteWaiting()
    void found.update().catch(() => undefined)
  }, UPDATE_CHECK_MS)
}

function noteWaiting(): void {
  const waiting = registration?.waiting
  // Firefox may say that the very first version controls this page before it says that this version waits no longer
  waiting?.addEventListener('statechange', noteWaiting)
  updateWaits.set(waiting?.state === 'installed' && navigator.serviceWorker.controller !== null)
}

/** Activates the waiting version and reloads this page with it. Other tabs keep their version until they are reloaded. */
export function applyUpdate(): void {
  appliesUpdate = true
  if (workbox && registration?.waiting) workbox.messageSkipWaiting()
  else window.location.reload()
}

/** Asks the browser to wake the service worker once the device is online, so that the outbox is sent even after the tab was closed. Not every browser
 *  supports this. */
export async function requestBackgroundSync(): Promise<void> {
  const sync = (registration as unknown as { sync?: { register(tag: string): Promise<void> } } | null)?.sync
  await sync?.register(OUTBOX_SYNC_TAG).catch(() => undefined)
}
