import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Db } from '../platform/database/sql.ts'

/** The shop's keys for web push (VAPID), in base64url. Browsers subscribe with the public key. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string }

const SECRET_NAME = 'push'

/** Derives the public key of a private key; undefined for an invalid private key. */
export function publicKeyOf(privateKey: string): string | undefined {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (!/^[\w-]+=*$/.test(privateKey) || bytes.length !== 32) return undefined
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(bytes)
    return curve.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

/** Reads the shop's keys, which the first start generates. The keys are part of the shop's data, so that a restored shop reaches the same devices.
 *  All servers on one database share them. */
export async function shopPushKeys(db: Db): Promise<PushKeys> {
  await db
    .insertInto('server_secrets')
    .values({ name: SECRET_NAME, value: webPush.generateVAPIDKeys().privateKey })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const kept = await db.selectFrom('server_secrets').select('value').where('name', '=', SECRET_NAME).executeTakeFirst()
  const privateKey = kept?.value ?? ''
  const publicKey = publicKeyOf(privateKey)
  if (publicKey === undefined) throw new Error('the keys for web push were not stored')
  return { publicKey, privateKey }
}
