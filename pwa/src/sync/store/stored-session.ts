import type { SESSION_KEY, StoredSession } from './device-store.ts'

// only the type is imported, so that this module does not load the store
const KEY: typeof SESSION_KEY = 'session'

/** Reads the sign-in of this device for pages outside the app, and creates no database. Null when nobody is signed in or the account is locked. */
export function storedSession(): Promise<StoredSession | null> {
  return new Promise((resolve) => {
    const none = () => resolve(null)
    try {
      const request = indexedDB.open('consign-device')
      // nobody has ever used the app here: leave no database behind
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
