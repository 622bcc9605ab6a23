import { openDatabase } from '../../sync-server/src/platform/database/database.ts'
import { sql } from '../../sync-server/src/platform/database/sql.ts'
import { silentLog } from '../../sync-server/src/platform/kernel/log.ts'
import type { ShopServer } from './server.ts'

/** Runs a statement on a server's database while the server is stopped. */
export async function inDatabase(server: ShopServer, statement: string): Promise<void> {
  await server.stop('SIGTERM')
  const { databaseUrl: url, dataDir } = server
  const database = await openDatabase(url ? { kind: 'postgres', url } : { kind: 'pglite', dataDir }, silentLog)
  await sql.raw(statement).execute(database.db)
  await database.close()
  await server.start()
}

/** Makes every sign-in and every proof twenty minutes older: too old to count. */
export async function ageProofs(server: ShopServer): Promise<void> {
  const older = (column: string) => `${column} = ${column} - interval '20 minutes'`
  await inDatabase(server, `update identity_sessions set ${older('"createdAt"')}, ${older('proved_at')}, ${older('second_at')}`)
}
