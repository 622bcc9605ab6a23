import { randomBytes } from 'node:crypto'
import { registerUser } from '@shop/shared/accounts/commands/register-user.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import type { Identity } from './identity.ts'
import { addSignIn } from './shop-opening.ts'

/** Creates an account that has a password: writes its profile and its sign-in in one transaction, and signs nobody in. Answers the uid. */
export async function addPerson(
  platform: Platform,
  identity: Identity,
  { email, displayName, password }: { email: string; displayName: string; password: string },
): Promise<string> {
  const passwordHash = await (await identity.$context).password.hash(password)
  const uid = uuidv7(platform.nowMs(), randomBytes(10))
  const also = (tx: Parameters<typeof addSignIn>[0]) => addSignIn(tx, uid, { email, displayName }, passwordHash)
  await platform.runCommand(SYSTEM, registerUser, { uid, email, displayName, isProved: true }, { also })
  return uid
}
