import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog } from '../ports/browser-ports.ts'
import type { CallOptions } from './call.ts'
import type { DeviceSession } from './device-session.ts'

// The data of people who are not signed in (any more). The parts are loaded when they are needed, as a till hardly ever does.

/** Leaves nothing readable of people who are not signed in. What fails is logged, and the next start tries it again. */
export async function sealLeft(signIns: DeviceSession, storage: IndexedDbOptions, { andPictures = false } = {}): Promise<void> {
  try {
    const { forgetPictures, sealOthers } = await import('./sealed-work.ts')
    if (andPictures) await forgetPictures()
    await sealOthers({ storage, serverKey: signIns.sealingKey, signedInUid: () => signIns.uidOnDisk() })
  } catch (thrown) {
    consoleLog('the data of people who left cannot be sealed', thrown)
  }
}

/** Removes the data of erased people. Answers whether the signed-in person was one, who is then signed out. */
export async function dropErased(
  signIns: DeviceSession,
  storage: IndexedDbOptions,
  { call, signOut }: { call: CallOptions; signOut: () => Promise<void> },
): Promise<boolean> {
  const { followErasures } = await import('./erased-people.ts')
  const isOwn = await followErasures({ ownUid: signIns.stored?.user.uid ?? null, storage, call, signOut })
  if (isOwn) await sealLeft(signIns, storage, { andPictures: true })
  return isOwn
}
