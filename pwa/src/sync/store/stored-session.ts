import type { SESSION_KEY, StoredSession } from './device-store.ts'

// by its type, so that the store itself is not loaded for it
const KEY: typeof SESSION_KEY = 'session'

/** Who is signed in on this device and not shut out, read without opening or making anything: for pages that are not the app. */
export function storedSession(): Promise<StoredSession | null> {
  return new Promise((resolve) => {
    const none = () => resolve(null)
    try {
      const request = indexedDB.open('consign-device')
      // nobody has ever used the app here: nothing is left behind
      request.onupgradeneeded = () => request.transaction?.abort()
      request.onerror = none
      request.onblocked = none
      request.onsuccess = () => {
        const database = request.result
        database.onversionchange = () => database.close()
        const found = database.transaction('values').objectStore('values').get(KEY)
        found.onerror = none
        found.onsuccess = () => {
          database.close()
          const session = (found.result as { value?: StoredSession } | undefined)?.value
          resolve(session && session.lockReason === null ? session : null)
        }
      }
    } catch {
      none()
    }
  })
}
