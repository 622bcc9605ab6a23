import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../platform/database/sql.ts'

/** Reads a secret of this shop by name and creates it on first use. All servers on one database share it. */
export async function serverSecret(db: Db | Tx, name: string): Promise<string> {
  await db
    .insertInto('server_secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const secret = await db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirst()
  if (!secret) throw new Error(`the secret ${name} was not stored`)
  return secret.value
}
