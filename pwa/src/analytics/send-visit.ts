const STORAGE_KEY = 'visit-session'
/** Absence after which a browser counts as a new visitor. The server keeps sessions longer than this. */
const KEPT_MS = 30 * 86_400_000

type Wishes = { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean }

/** True if the user objects to tracking: their visits count without a session. */
export const wantsNoTracking = ({ doNotTrack, globalPrivacyControl }: Wishes): boolean =>
  doNotTrack === '1' || globalPrivacyControl === true

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Random id of this browser, replaced after a long absence. Undefined where nothing can be stored. */
export function visitSession(open: () => Store, nowMs: number): string | undefined {
  try {
    // a browser that blocks storage already throws here
    const store = open()
    const [id = '', seen] = (store.getItem(STORAGE_KEY) ?? '').split(' ')
    const isKnown = /^[\w-]{8,64}$/.test(id) && Math.abs(nowMs - Number(seen)) < KEPT_MS
    const own = isKnown
      ? id
      : crypto
          .getRandomValues(new Uint32Array(4))
          .reduce((text, part) => text + part.toString(36), '')
          .padEnd(8, '0')
    store.setItem(STORAGE_KEY, `${own} ${nowMs}`)
    return own
  } catch {
    return undefined
  }
}

/** Reports a page view by its path, at low priority. Sends nothing when offline. */
export async function sendVisit(path: string, token: string | null): Promise<void> {
  if (!navigator.onLine) return
  const isPrivate = wantsNoTracking(navigator as Wishes)
  const sessionId = isPrivate ? undefined : visitSession(() => localStorage, Date.now())
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ sessionId, path }),
    credentials: 'omit',
    keepalive: true,
    priority: 'low',
  }
  // reading the answer to its end lets the browser release the connection
  await fetch('/api/analytics/track', init).then(
    (response) => response.text(),
    () => undefined,
  )
}
