import { Observable } from '../ports/observable.ts'
import { OUTBOX_SYNC_TAG, SKIP_WAITING } from '../ports/worker-messages.ts'

const UPDATE_CHECK_MS = 60 * 60_000

/** A new version of the app is installed and waits. */
export const updateWaits = new Observable(false)
/** The app's files are stored: it opens without network. */
export const opensOffline = new Observable(false)

let registration: ServiceWorkerRegistration | null = null
let appliesUpdate = false

/** Registers the service worker of this build. A new version waits until `applyUpdate`: it never reloads a sale in progress. */
export async function startServiceWorker(url = '/service-worker.js'): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    opensOffline.set(true)
    if (appliesUpdate) window.location.reload()
  })
  const found = await navigator.serviceWorker.register(url, { updateViaCache: 'none' })
  registration = found
  noteWaiting(found)
  found.addEventListener('updatefound', () => {
    const installing = found.installing
    installing?.addEventListener('statechange', () => noteWaiting(found))
  })
  void navigator.serviceWorker.ready.then(() => opensOffline.set(true))
  setInterval(() => void found.update().catch(() => undefined), UPDATE_CHECK_MS)
}

function noteWaiting(found: ServiceWorkerRegistration): void {
  updateWaits.set(found.waiting !== null && navigator.serviceWorker.controller !== null)
}

/** Lets the waiting version take over and reloads this page into it. The other tabs go on with what they have until they are reloaded. */
export function applyUpdate(): void {
  appliesUpdate = true
  if (registration?.waiting) registration.waiting.postMessage(SKIP_WAITING)
  else window.location.reload()
}

/** Asks the browser to wake the service worker when it is online, so that the outbox leaves even after the tab was closed. A bonus where it exists. */
export async function requestBackgroundSync(): Promise<void> {
  const sync = (registration as unknown as { sync?: { register(tag: string): Promise<void> } } | null)?.sync
  await sync?.register(OUTBOX_SYNC_TAG).catch(() => undefined)
}
