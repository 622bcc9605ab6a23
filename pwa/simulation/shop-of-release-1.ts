import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { withPglite } from '../../sync-server/src/platform/backup/back-up.ts'
import { loadAsBackedUp } from '../../sync-server/src/platform/backup/load-database.ts'
import { checkBackup, readBackup } from '../../sync-server/src/platform/backup/read-backup.ts'
import { clusterIdentity } from '../../sync-server/src/platform/database/boots.ts'
import { DATABASE_FOLDER } from '../../sync-server/src/platform/database/data-dir-switch.ts'
import {
  connectPostgres,
  type DatabaseLocation,
  type Db,
  inTransaction,
  type Tx,
} from '../../sync-server/src/platform/database/database.ts'
import { sql } from '../../sync-server/src/platform/database/sql.ts'
import { silentLog } from '../../sync-server/src/platform/kernel/log.ts'
import type { Platform } from '../../sync-server/src/platform/platform.ts'
import { createPostgresDatabase } from '../../sync-server/src/platform/testing/databases.ts'
import { RELEASES, readDevices } from './released-shop.ts'

const RELEASE = join(RELEASES, '1')
export const ADMIN = 'olive@demo.example'
/** A consignor whom the membership provider confirmed to release 1 as a member, and who never proved the e-mail. */
export const MEMBER = 'maya@demo.example'
/** The same, but the e-mail was proved at a provider. */
export const PROVED = 'priya@demo.example'
/** The provider told release 1 that this one is no member. */
export const NO_MEMBER = 'jonah@demo.example'

/** People with an account at a provider. `isAlone`: the provider made their account, so they have no password, and their e-mail is proved. The others
 *  have a password too, and nobody proved their e-mail. */
export const LINKED = [
  { email: 'theo@demo.example', provider: 'google', accountId: '110169484474386276334', isAlone: true },
  { email: 'sofia@demo.example', provider: 'discord', accountId: '803511102246789120', isAlone: true },
  { email: 'desmond@demo.example', provider: 'google', accountId: '112400988776655443322', isAlone: false },
  { email: 'hana@demo.example', provider: 'discord', accountId: '803511102246789121', isAlone: false },
] as const
/** The admin among them. */
export const GOOGLE_ADMIN = LINKED[0].email
/** A consignor with a password only, whose e-mail nobody proved. */
export const UNPROVED = 'lucas@demo.example'

/** The token that release 1 gave a person at the sign-in. Its database has only the hash. */
export const tokenOf = (email: string) => `token-of-${email.split('@')[0]}`
const storedBy1 = (token: string) => createHash('sha256').update(token).digest('hex')

async function linkAs1(tx: Tx, { email, provider, accountId, isAlone }: (typeof LINKED)[number]): Promise<void> {
  await sql`insert into identity_accounts (id, "accountId", "providerId", "userId", "updatedAt")
    select ${`link-${accountId}`}, ${accountId}, ${provider}, id, now() from identity_users where email = ${email}`.execute(tx)
  if (isAlone) {
    await sql`delete from identity_accounts a using identity_users u
      where u.id = a."userId" and u.email = ${email} and a."providerId" = 'credential'`.execute(tx)
    await sql`update identity_users set "emailVerified" = true where email = ${email}`.execute(tx)
  }
  if (provider === 'discord')
    await sql`update users set discord_id = ${accountId}, discord_username = ${email.split('@')[0]}, discord_linked_at_ms = 1
      where email = ${email}`.execute(tx)
}

/** Fills an empty database with what release 1 leaves in it when it stops. Adds what its recorded shop lacks, as that release stored it. */
async function leaveAs1(tx: Tx): Promise<void> {
  const file = join(RELEASE, 'shop.backup')
  await loadAsBackedUp(tx, (await checkBackup(file)).header, readBackup(file), {
    keepPicture: async () => undefined,
    progress: () => undefined,
  })
  // this database was never anywhere else
  await sql`update cluster set identity = ${await clusterIdentity(tx)}`.execute(tx)
  for (const email of [ADMIN, MEMBER])
    await sql`update identity_sessions set token = ${storedBy1(tokenOf(email))}, "createdAt" = now() - interval '2 days',
      "updatedAt" = now() - interval '2 hours', "expiresAt" = now() + interval '300 days'
      from identity_users u where u.id = "userId" and u.email = ${email}`.execute(tx)
  for (const email of [GOOGLE_ADMIN, UNPROVED])
    await sql`insert into identity_sessions (id, token, "userId", "createdAt", "updatedAt", "expiresAt")
      select ${`session-of-${email}`}, ${storedBy1(tokenOf(email))}, id, now() - interval '2 days', now() - interval '2 hours',
        now() + interval '300 days' from identity_users where email = ${email}`.execute(tx)
  for (const person of LINKED) await linkAs1(tx, person)
  await sql`update identity_users set "emailVerified" = true where email = ${PROVED}`.execute(tx)
  await sql`insert into memberships (email, is_member, checked_at_ms)
    values (${MEMBER}, true, 1), (${PROVED}, true, 1), (${NO_MEMBER}, false, 1)`.execute(tx)
  await sql`insert into shop_addresses (origin) values ('http://192.168.77.20:8787'), ('https://shop.example')`.execute(tx)
}

/** Makes a database as release 1 leaves it, which no later version has opened. */
export async function databaseOf1(kind: Platform['kind'], dataDir: string): Promise<DatabaseLocation> {
  const fill = (db: Db) => inTransaction(db, leaveAs1)
  if (kind === 'pglite') {
    await withPglite(join(dataDir, DATABASE_FOLDER), fill)
    return { kind, dataDir }
  }
  const url = await createPostgresDatabase()
  const db = connectPostgres(url, silentLog, { max: 1 })
  await fill(db).finally(() => db.destroy())
  return { kind, url }
}

/** The password of everybody in the shop of release 1. */
export async function passwordOf1(): Promise<string> {
  return (await readDevices(join(RELEASE, 'devices.json.gz'))).devices[0]?.password ?? ''
}
