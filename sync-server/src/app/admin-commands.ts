import { changeRole } from '@shop/shared/accounts/commands/change-role.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { emailSchema } from '@shop/shared/accounts/rules.ts'
import type { Role } from '@shop/shared/accounts/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { DataDirInUse } from '../platform/data-dir-lock.ts'
import { silentLog } from '../platform/log.ts'
import { openPlatform, type Platform } from '../platform/platform.ts'
import { sql } from '../platform/sql.ts'
import { SYSTEM } from '../platform/system-actor.ts'
import { readConfig } from './config.ts'
import { databaseOf } from './server.ts'
import { startFailure } from './start-failure.ts'
import { tables } from './tables.ts'

const USAGE = `Usage: npm run admin -- promote EMAIL   makes a user an admin
       npm run admin -- demote EMAIL    makes an admin a user`

const ROLES: Readonly<Record<string, Role>> = { promote: 'admin', demote: 'user' }

/** What a command of the command line reads, and where it speaks. */
type Surroundings = { readonly env: Readonly<Record<string, string | undefined>>; readonly say: Pick<Console, 'log' | 'error'> }

/** Runs one command of the command line; answers the exit code. */
export async function runAdmin(
  [verb = '', email = '', ...rest]: readonly string[],
  { env, say }: Surroundings = { env: process.env, say: console },
): Promise<number> {
  const role = ROLES[verb]
  const address = emailSchema.safeParse(email)
  if (!role || !address.success || rest.length > 0) {
    say.error(USAGE)
    return 2
  }
  try {
    const platform = await openPlatform({ database: databaseOf(readConfig(env)), tables, log: silentLog, runJobs: false })
    try {
      await setRole(platform, address.data, role)
    } finally {
      await platform.close()
    }
    say.log(`${address.data} is ${role === 'admin' ? 'an admin' : 'a user'} now.`)
    return 0
  } catch (error) {
    if (error instanceof DataDirInUse) {
      say.error('The shop is running and holds its database. Stop it, run this again, and start it again.')
    } else say.error(startFailure(error).replace(/^Cannot start: /, ''))
    return 1
  }
}

/** Gives the user with this e-mail a role. Refuses ACCOUNT_NOT_FOUND, and LAST_ADMIN when nobody would be left who can run the shop. */
export async function setRole(platform: Platform, email: string, role: Role): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email} order by id`.execute(platform.db)
  const uid = rows[0]?.id
  if (uid === undefined) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND', { message: `Nobody has an account with the e-mail ${email}.` })
  if (role === 'user') {
    const others = await sql`select 1 from users where role = 'admin' and id <> ${uid} limit 1`.execute(platform.db)
    if (others.rows.length === 0) throw refusal(accountRefusals, 'LAST_ADMIN')
  }
  await platform.runCommand(SYSTEM, changeRole, { uid, role })
}
