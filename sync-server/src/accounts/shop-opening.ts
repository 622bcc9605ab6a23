import { randomBytes } from 'node:crypto'
import { setUpShop } from '@shop/shared/accounts/commands/set-up-shop.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import type { Identity } from './identity.ts'
import { dropSetUpCode } from './set-up-code.ts'

export type Opening = { email: string; password: string; displayName: string; timeZone: string; shopName: string }

/** True when the shop has its settings, which come with its first admin. */
export async function isSetUp(db: Db): Promise<boolean> {
  return (await db.selectFrom('settings').select('id').executeTakeFirst()) !== undefined
}

/** Sets up the shop, and answers the admin's uid. One transaction writes everything, so exactly one of several simultaneous attempts succeeds. `also`
 *  writes in the same transaction. Refuses ALREADY_SET_UP. */
export async function openShop(
  platform: Platform,
  identity: Identity,
  { password, ...opening }: Opening,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<string> {
  // a check before the costly hash; the command decides
  if (await isSetUp(platform.db)) throw refusal(accountRefusals, 'ALREADY_SET_UP')
  const passwordHash = await (await identity.$context).password.hash(password)
  const uid = uuidv7(platform.nowMs(), randomBytes(10))
  await platform.runCommand(
    SYSTEM,
    setUpShop,
    { uid, ...opening },
    {
      also: async (tx) => {
        await addSignIn(tx, uid, opening, passwordHash)
        await dropSetUpCode(tx)
        await also(tx)
      },
    },
  )
  return uid
}

/** Writes a sign-in in the form of the identity provider. Its e-mail counts as proved, because the operator of the shop vouches for it. */
export async function addSignIn(
  tx: Tx,
  uid: string,
  { email, displayName }: Pick<Opening, 'email' | 'displayName'>,
  passwordHash: string,
): Promise<void> {
  await tx.insertInto('identity_users').values({ id: uid, name: displayName, email, emailVerified: true }).execute()
  const byPassword = { id: uid, accountId: uid, providerId: 'credential', userId: uid, password: passwordHash, updatedAt: now() }
  await tx.insertInto('identity_accounts').values(byPassword).execute()
}
