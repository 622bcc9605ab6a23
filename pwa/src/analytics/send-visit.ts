const STORAGE_KEY = 'visit-session'
/** A browser that was away for so long comes as a new one: the server forgets it, too, and later. */
const KEPT_MS = 30 * 86_400_000

/** What the browser tells of its user’s wish. */
type Wishes = { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean }

/** The user wants no tracking: their visits are counted without a session. */
export const wantsNoTracking = ({ doNotTrack, globalPrivacyControl }: Wishes): boolean =>
  doNotTrack === '1' || globalPrivacyControl === true

/** Where the id is kept. */
type Store = Pick<Storage, 'getItem' | 'setItem'>

/** This browser’s own id, which says nothing of who uses it; made up anew after a long absence. Undefined where nothing can be kept. */
export function visitSession(open: () => Store, nowMs: number): string | undefined {
  try {
    // a browser that keeps nothing refuses at the first touch
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

/** Says that a page is looked at: its address without query, once, behind everything else. Without a network the visit is dropped. */
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
  // the answer is read to its end, so that the browser is done with it
  await fetch('/api/analytics/track', init).then(
    (response) => response.text(),
    () => undefined,
  )
}
