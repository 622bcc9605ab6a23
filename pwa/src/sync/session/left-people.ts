import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog } from '../ports/browser-ports.ts'
import type { DeviceSession } from './device-session.ts'
import type { Around } from './erased-people.ts'
import type { Profile } from './identity.ts'

// Handles the data of people who are not, or no longer, signed in. The code for it is loaded on demand, because a till hardly ever needs it.

/** Seals or removes the data of people who are not signed in. A failure is logged, and the next start tries again. */
export async function sealLeft(signIns: DeviceSession, storage: IndexedDbOptions, { andPictures = false } = {}): Promise<void> {
  try {
    const { forgetPictures, sealOthers } = await import('./sealed-work.ts')
    if (andPictures) await forgetPictures()
    await sealOthers({ storage, serverKey: signIns.sealingKey, signedInUid: () => signIns.uidOnDisk() })
  } catch (thrown) {
    consoleLog('the data of people who left cannot be sealed', thrown)
  }
}

/** Removes what this tab remembers of a person who signed out in another tab, such as the till's cart with names and prices. */
export function forgetTab(): void {
  globalThis.sessionStorage?.clear()
}

/** After a new sign-in, or when the server's key has changed, lets the server try again to open the person's sealed work that it refused. */
export async function retryLeft(
  signIns: DeviceSession,
  storage: IndexedDbOptions,
  { token, user: { uid }, sealingKey }: Profile & { readonly token: string },
): Promise<void> {
  if (!signIns.isNewKey(sealingKey) && signIns.stored?.token === token) return
  try {
    const { retryLockedWork } = await import('./sealed-work.ts')
    await retryLockedWork(uid, storage)
  } catch (thrown) {
    consoleLog('locked work cannot be tried again', thrown)
  }
}

/** Removes the data of erased people. If the signed-in person is one of them, or somebody ended their session, signs them out, seals the work that
 *  they leave, and answers true. */
export async function dropErased(signIns: DeviceSession, storage: IndexedDbOptions, signOut: Around['signOut']): Promise<boolean> {
  const { followErasures } = await import('./erased-people.ts')
  const isOwn = await followErasures({ signIn: signIns.stored, isStill: (token) => signIns.stored?.token === token, storage, signOut })
  if (isOwn) await sealLeft(signIns, storage, { andPictures: true })
  return isOwn
}
