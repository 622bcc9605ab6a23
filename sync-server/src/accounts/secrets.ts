import { randomBytes } from 'node:crypto'
import { type Db, sql } from '../platform/database/sql.ts'

/** A secret of this shop by name, made at the first asking. All servers on one database get the same. */
export async function serverSecret(db: Db, name: string): Promise<string> {
  await sql`insert into server_secrets (name, value) values (${name}, ${randomBytes(32).toString('base64url')}) on conflict (name) do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ value: string }>`select value from server_secrets where name = ${name}`.execute(db)
  const secret = rows[0]?.value
  if (!secret) throw new Error(`the secret ${name} was not kept`)
  return secret
}
