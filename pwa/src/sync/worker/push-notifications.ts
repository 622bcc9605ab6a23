import { pushPayloadSchema } from '@shop/shared/notifications/schema.ts'

type Subscription = { unsubscribe(): Promise<boolean> }

/** The part of the worker's registration that is used here. */
export type WorkerRegistration = {
  showNotification(
    title: string,
    options: { body: string; tag: string; icon: string; badge: string; data: { path: string } },
  ): Promise<void>
  readonly pushManager?: { getSubscription(): Promise<Subscription | null> } | undefined
}

type WorkerClient = { readonly url: string; focus(): Promise<unknown> }

/** The part of the worker's clients that is used here. Clients are the windows of the app. */
export type WorkerClients = {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WorkerClient[]>
  openWindow(url: string): Promise<unknown>
}

export type ShownNotification = { readonly data: unknown; close(): void }

/** Shows a push message to the person it is for. A device whose user signed out offline still receives pushes: it then unsubscribes and shows
 *  nothing. */
export async function showPush(
  data: { json(): unknown } | null,
  { registration, signedInUid }: { registration: WorkerRegistration; signedInUid: () => Promise<string | null> },
): Promise<void> {
  const payload = pushPayloadSchema.safeParse(jsonOf(data))
  if (!payload.success) return
  const { uid, title, body, tag, path } = payload.data
  const own = await signedInUid()
  if (own === null) await (await registration.pushManager?.getSubscription())?.unsubscribe()
  if (own !== uid) return
  await registration.showNotification(title, { body, tag, icon: '/icons/icon-192.png', badge: '/icons/icon-192.png', data: { path } })
}

function jsonOf(data: { json(): unknown } | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

/** Opens the screen that a notification is about. A window with another screen stays as it is, because there may be a sale in it. */
export async function openNotification(
  notification: ShownNotification,
  { clients, origin }: { clients: WorkerClients; origin: string },
): Promise<void> {
  notification.close()
  const { path } = (notification.data ?? {}) as { path?: unknown }
  const url = new URL(typeof path === 'string' ? path : '/', origin)
  // only addresses of the app are opened
  const target = url.origin === origin ? url : new URL('/', origin)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((one) => shows(new URL(one.url), target))
  if (there) await there.focus()
  else await clients.openWindow(target.href).catch(() => windows[0]?.focus())
}

/** True for a window at the target's path that has at least the target's search parameters. */
const shows = (at: URL, { pathname, searchParams }: URL): boolean =>
  at.pathname === pathname && [...searchParams].every(([name, value]) => at.searchParams.get(name) === value)
