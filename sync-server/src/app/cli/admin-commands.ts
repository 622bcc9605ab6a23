import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { RESET_LINK_MINUTES } from '@shop/shared/accounts/calls/password.ts'
import { resetSecondFactor } from '@shop/shared/accounts/commands/reset-second-factor.ts'
import { setRole } from '@shop/shared/accounts/commands/set-role.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { emailSchema } from '@shop/shared/accounts/rules.ts'
import type { Role } from '@shop/shared/accounts/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { hasProvedEmail, vouchFor } from '../../accounts/email-proofs.ts'
import { importAccounts, planAccountImport } from '../../accounts/import-accounts.ts'
import { newResetLink } from '../../accounts/password-mail.ts'
import { openSecurityRecord } from '../../accounts/record/security-record.ts'
import { dropFactors } from '../../accounts/second-factors.ts'
import { addressesOf } from '../../accounts/shop-addresses.ts'
import { noteSignInChange } from '../../accounts/sign-in-mail.ts'
import { Brands } from '../../brands/brands.ts'
import { DataDirInUse } from '../../platform/database/data-dir-lock.ts'
import type { Tx } from '../../platform/database/sql.ts'
import { silentLog } from '../../platform/kernel/log.ts'
import { SYSTEM } from '../../platform/kernel/system-actor.ts'
import { openPlatform, type Platform } from '../../platform/platform.ts'
import { type Config, readConfig } from '../config.ts'
import { databaseOf, recordDirsOf } from '../server.ts'
import { startFailure } from '../start-failure.ts'
import { tables } from '../tables.ts'
import type { AdminCommand, Surroundings } from './admin-command.ts'
import { readHostCommand } from './host-commands.ts'

const USAGE = `Usage: npm run admin -- promote EMAIL          makes a user an admin
                                               (who confirmed the e-mail; --vouch takes your word for it)
       npm run admin -- demote EMAIL           makes an admin a user
       npm run admin -- hosts                  lists the hosts the shop answers under, and where links in mails lead
       npm run admin -- confirm-host HOST      makes the shop answer under a host; with https:// before it, links in mails lead there
       npm run admin -- remove-host HOST       removes a confirmed host
       npm run admin -- reset-second-factor EMAIL
                                               removes a person's codes, passkeys and recovery codes
       npm run admin -- reset-password EMAIL   prints a link that sets a new password once, for whoever gets no mail
       npm run admin -- import-accounts FILE   adds accounts without a sign-in from a CSV file
                                               (columns Email, Display Name, Username, Balance, UID; --preview only shows what would be done)`

const ROLES: Readonly<Record<string, Role>> = { promote: 'admin', demote: 'user' }

/** Maximum number of problems of a file to list; the others are only counted. */
const SHOWN_PROBLEMS = 100

export async function runAdmin(args: readonly string[], { env, say }: Surroundings = { env: process.env, say: console }): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    say.error(USAGE)
    return 2
  }
  try {
    const config = readConfig(env)
    const platform = await openPlatform({ database: databaseOf(config), tables, log: silentLog, runJobs: false })
    try {
      return await command(platform, say, config)
    } finally {
      await platform.close()
    }
  } catch (error) {
    if (error instanceof DataDirInUse) {
      say.error('The shop is running and holds its database. Stop it, run this again, and start it again.')
    } else say.error(startFailure(error).replace(/^Cannot start: /, ''))
    return 1
  }
}

function readCommand([verb = '', argument = '', ...rest]: readonly string[]): AdminCommand | undefined {
  if (verb === 'import-accounts') {
    const isPreview = rest.length === 1 && rest[0] === '--preview'
    if (argument === '' || argument.startsWith('--') || (rest.length > 0 && !isPreview)) return undefined
    return (platform, say) => importAccountFile(platform, say, argument, isPreview)
  }
  const hostCommand = readHostCommand(verb, argument, rest)
  if (hostCommand) return hostCommand
  if (verb === 'reset-second-factor') return readReset(argument, rest)
  const role = ROLES[verb]
  const address = emailSchema.safeParse(argument)
  if (verb === 'reset-password' && address.success && rest.length === 0)
    return (platform, say, config) => printResetLink(platform, say, config, address.data)
  const vouches = role === 'admin' && rest.length === 1 && rest[0] === '--vouch'
  if (!role || !address.success || (rest.length > 0 && !vouches)) return undefined
  return async (platform, say, config) => {
    await setRoleByEmail(platform, address.data, role, { vouches, recordDirs: recordDirsOf(config) })
    say.log(`${address.data} is ${role === 'admin' ? 'an admin' : 'a user'} now.`)
    return 0
  }
}

function readReset(argument: string, rest: readonly string[]): AdminCommand | undefined {
  const address = emailSchema.safeParse(argument)
  if (!address.success || rest.length > 0) return undefined
  return async (platform, say, config) => {
    await resetSecondFactorByEmail(platform, address.data, recordDirsOf(config))
    say.log(`The second factor of ${address.data} is reset: the password alone signs in now.`)
    return 0
  }
}

/** Prints a summary of a file, then adds its accounts. Adds none if a single line is wrong, or for a preview. */
async function importAccountFile(platform: Platform, say: Surroundings['say'], path: string, isPreview: boolean): Promise<number> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    say.error(error instanceof TypeError ? `${path} is not a text file in UTF-8.` : `${path} cannot be read.`)
    return 1
  }
  const plan = await planAccountImport(platform.db, text)
  const accounts = (count: number) => `${count} ${count === 1 ? 'account' : 'accounts'}`
  const wrong = plan.problems.length
  say.log(`${basename(path)}: ${accounts(plan.toAdd.length)} to add, ${plan.thereCount} there already, ${wrong} wrong.`)
  for (const { line, message } of plan.problems.slice(0, SHOWN_PROBLEMS)) say.error(`Line ${line}: ${message}.`)
  if (wrong > SHOWN_PROBLEMS) say.error(`… and ${wrong - SHOWN_PROBLEMS} more.`)
  if (wrong > 0) {
    say.error('Nothing was imported. Please correct these lines and run this again.')
    return 1
  }
  if (isPreview) return 0
  await importAccounts(platform, plan, basename(path))
  say.log(`${accounts(plan.toAdd.length)} added.`)
  return 0
}

async function printResetLink(platform: Platform, say: Surroundings['say'], config: Config, email: string): Promise<number> {
  const person = await platform.db.selectFrom('identity_users').select(['id as uid', 'email']).where('email', '=', email).executeTakeFirst()
  if (!person) {
    say.error(`Nobody signs in with the e-mail ${email}.`)
    return 1
  }
  const { recordSecurity, flush } = await openSecurityRecord(platform, recordDirsOf(config))
  await recordSecurity({ kind: 'passwordResetAsked', uid: person.uid, detail: { by: 'commandLine' } })
  const { address } = addressesOf(platform, { ...config, brands: new Brands(config.brands, config.exchangeDomain) })
  const { origin } = await address.ofMail(`${config.tls ? 'https' : 'http'}://localhost:${config.port}`)
  const link = await newResetLink(platform, person, origin)
  await flush()
  say.log(`Start the shop, and open this link within ${RESET_LINK_MINUTES} minutes; it works once:`)
  say.log(link)
  return 0
}

/** `vouches`: the operator says that the e-mail is this person's. `recordDirs`: folders with the security record. */
type RoleOptions = { readonly vouches?: boolean; readonly recordDirs?: readonly string[] }

/** Gives the user with this e-mail a role. Refuses ACCOUNT_NOT_FOUND, EMAIL_NOT_PROVED for a new admin, and LAST_ADMIN when no admin would remain. */
export async function setRoleByEmail(
  platform: Platform,
  email: string,
  role: Role,
  { vouches = false, recordDirs = [] }: RoleOptions = {},
): Promise<void> {
  const present = presentUsers(platform)
  const uid = await uidByEmail(platform, email)
  if (role === 'user') {
    const otherAdmin = await present.where('role', '=', 'admin').where('id', '<>', uid).limit(1).executeTakeFirst()
    if (!otherAdmin) throw refusal(accountRefusals, 'LAST_ADMIN')
  }
  if (vouches) await vouchFor(platform, uid)
  const isAdmin = await present.where('id', '=', uid).where('role', '=', 'admin').executeTakeFirst()
  if (role === 'admin' && !isAdmin && !(await hasProvedEmail(platform.db, uid)))
    throw refusal(accountRefusals, 'EMAIL_NOT_PROVED', {
      message: `Nobody has confirmed that ${email} is theirs. Ask the person to confirm it under Profile, or add --vouch if you know that the account is theirs.`,
    })
  const { recordSecurity, flush } = await openSecurityRecord(platform, recordDirs)
  const also = (tx: Tx) => recordSecurity({ kind: 'roleChanged', uid, detail: { to: role } }, tx)
  await platform.runCommand(SYSTEM, setRole, { uid, role }, { also })
  await flush()
}

/** Removes the second factors of the user with this e-mail. The next running server tells the person by mail, if their e-mail is proved.
 *  Refuses ACCOUNT_NOT_FOUND. */
export async function resetSecondFactorByEmail(platform: Platform, email: string, recordDirs: readonly string[] = []): Promise<void> {
  const uid = await uidByEmail(platform, email)
  const { recordSecurity, flush } = await openSecurityRecord(platform, recordDirs)
  const note = noteSignInChange(platform, recordSecurity, { uid, change: 'allRemoved' })
  const also = async (tx: Tx) => {
    await dropFactors(tx, uid)
    await note(tx)
  }
  await platform.runCommand(SYSTEM, resetSecondFactor, { uid }, { also })
  await flush()
}

const presentUsers = (platform: Platform) =>
  platform.db.selectFrom('users').select('id').where('closed_at_ms', 'is', null).where('is_earlier', '=', false)

async function uidByEmail(platform: Platform, email: string): Promise<string> {
  const uid = (await presentUsers(platform).where('email', '=', email).orderBy('id').executeTakeFirst())?.id
  if (uid === undefined) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND', { message: `Nobody has an account with the e-mail ${email}.` })
  return uid
}
