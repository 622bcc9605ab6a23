import { randomBytes } from 'node:crypto'
import { readableCode } from '@shop/shared/kernel/readable-code.ts'
import { now } from '../platform/database/expressions.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { hashOf } from './token-hash.ts'

const NAME = 'set-up code'
/** Number of random bytes from which a code is made. */
const LENGTH = 8

/** Makes the code that proves access to the server's output, and voids every earlier one. The database keeps only its hash. */
export async function newSetUpCode(db: Db): Promise<string> {
  const code = readableCode(randomBytes(LENGTH))
  const value = hashOf(code)
  await db
    .insertInto('server_secrets')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, created_at: now() }))
    .execute()
  return code
}

export async function isSetUpCode(db: Db, code: string): Promise<boolean> {
  const kept = await db.selectFrom('server_secrets').select('value').where('name', '=', NAME).executeTakeFirst()
  return kept?.value === hashOf(code)
}

/** Deletes the code once the shop has its first admin. */
export async function dropSetUpCode(tx: Tx): Promise<void> {
  await tx.deleteFrom('server_secrets').where('name', '=', NAME).execute()
}
