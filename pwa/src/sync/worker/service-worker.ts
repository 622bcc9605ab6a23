// this import must run before any module that defines a schema
import '../ports/schema-settings.ts'

import { BRAND_REVISION } from '@shop/shared/brands/branded-page.ts'
import { PICTURE_PATH } from '@shop/shared/images/rules.ts'
import { THUMBNAIL_PATH } from '@shop/shared/images/thumbnails.ts'
import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { broadcastChannel, deviceClock, userDatabaseName, webLock } from '../ports/browser-ports.ts'
import { httpServer } from '../ports/http-server.ts'
import { IndexedDbDatabase } from '../ports/indexed-db.ts'
import { OUTBOX_SYNC_TAG, SKIP_WAITING_OF_RELEASE_1 } from '../ports/worker-messages.ts'
import { IndexedDbDeviceStore, SESSION_KEY, type StoredSession } from '../store/device-store.ts'
import { pushInBackground } from './background-push.ts'
import { keptPicture } from './picture-cache.ts'
import { openNotification, type ShownNotification, showPush, type WorkerClients, type WorkerRegistration } from './push-notifications.ts'
import { keptThumbnail } from './thumbnail-cache.ts'

/** An event that keeps the worker alive. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }

/** The part of the worker's scope that is used here. TypeScript's types for workers and for pages exclude each other, and neither has Background
 *  Sync. */
declare const self: {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  readonly clients: WorkerClients & { claim(): Promise<void> }
  readonly registration: WorkerRegistration
  readonly location: { readonly origin: string }
  skipWaiting(): Promise<void>
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { readonly data: unknown }) => void): void
  addEventListener(type: 'push', listener: (event: WorkerEvent & { readonly data: { json(): unknown } | null }) => void): void
  addEventListener(type: 'notificationclick', listener: (event: WorkerEvent & { readonly notification: ShownNotification }) => void): void
  addEventListener(type: 'sync', listener: (event: WorkerEvent & { readonly tag: string }) => void): void
}

/** Files that the server adapts to the brand of its host. */
const BRANDED = /^(?:(?:index|landing)\.html|manifest\.webmanifest|icons\/.+)$/

precacheAndRoute(
  self.__WB_MANIFEST.map((entry) =>
    typeof entry === 'object' && BRANDED.test(entry.url) ? { ...entry, revision: `${entry.revision}-${BRAND_REVISION}` } : entry,
  ),
  // `/` is the landing page, not `/index.html`
  { directoryIndex: '' },
)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/landing.html'), { allowlist: [/^\/(?:\?|$)/] }))
// the app's one page answers every other address, except those of the API and its documentation
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api(?:\/|$)/] }))

// only this server's pictures are cached: each opaque response of another server would count as megabytes
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === THUMBNAIL_PATH,
  ({ request }) => keptThumbnail(request),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(PICTURE_PATH),
  ({ request }) => keptPicture(request),
)

// a new version waits until a person applies it, so that it never reloads a sale in progress
self.addEventListener('message', (event) => {
  const isAsked = (event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING' || event.data === SKIP_WAITING_OF_RELEASE_1
  if (isAsked) event.waitUntil(self.skipWaiting())
})

// the very first version controls the page that installed it, so that the app works offline without a reload
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(sendOutbox())
})

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data, { registration: self.registration, signedInUid }))
})

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotification(event.notification, { clients: self.clients, origin: self.location.origin }))
})

async function signedInUid(): Promise<string | null> {
  const session = (await new IndexedDbDeviceStore().read(SESSION_KEY)) as StoredSession | undefined
  return session && session.lockReason === null ? session.user.uid : null
}

/** Rejects to make the browser retry later. */
async function sendOutbox(): Promise<void> {
  const session = (await new IndexedDbDeviceStore().read(SESSION_KEY)) as StoredSession | undefined
  if (!session || session.lockReason !== null) return
  const name = userDatabaseName(session.user.uid)
  const database = new IndexedDbDatabase(name)
  const channel = broadcastChannel(name)
  const server = httpServer({ token: async () => session.token })
  try {
    const outcome = await pushInBackground({ database, server, lock: webLock(), clock: deviceClock })
    if (outcome === 'tabIsSyncing') channel.post({ kind: 'wake' })
  } finally {
    channel.close()
    database.close()
  }
}
