import { administrationRefusals } from '@shop/shared/accounts/administration-errors.ts'
import {
  addUserCall,
  closeAccountCall,
  editUserCall,
  listAdminUsersCall,
  type MigrationDetail,
  migrateAccountCall,
  migrateAllAccountsCall,
  migrateDomainCall,
} from '@shop/shared/accounts/calls/administration.ts'
import { addEarlierAccounts } from '@shop/shared/accounts/commands/add-earlier-accounts.ts'
import { closeAccount } from '@shop/shared/accounts/commands/close-account.ts'
import { editUser } from '@shop/shared/accounts/commands/edit-user.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import type { Tx } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts.ts'
import { everybody, migrate, type Person, pairsOf } from '../migration.ts'
import { readAllUsers, readUser, requireUser } from '../people.ts'
import { dropAllTickets } from '../tickets.ts'

/** GET /admin/users. */
export const handleListAdminUsers = implementCall(listAdminUsersCall, async ({ platform, query }) => ({
  success: true as const,
  ...(await readAllUsers(platform.db, query.closed)),
}))

/** POST /auth/users. Callers who name their own uid, or who are no admins and name none, get their profile unchanged, so that nobody gives themselves
 *  a role. */
export const handleAddUser = implementCall(addUserCall, async ({ body, actor, platform, newId }) => {
  const uid = body.uid ?? (actor.role === 'admin' ? newId() : actor.uid)
  if (uid === actor.uid) return requireUser(platform.db, uid)
  if (actor.role !== 'admin') throw refusal(kernelRefusals, 'FORBIDDEN')
  const { email = '', displayName, role = 'user' } = body
  const known = await readUser(platform.db, uid)
  const isSame = known && !known.hasSignIn && known.closedAt === null && known.email === email && known.displayName === displayName
  if (isSame) return known
  const person = { uid, email, displayName, role, username: null, openingCents: ZERO_CENTS }
  await platform.runCommand(actor, addEarlierAccounts, { people: [person], fileName: '' })
  return requireUser(platform.db, uid)
})

/** PUT /auth/users/{id}. */
export const handleEditUser = implementCall(editUserCall, async ({ params, body, actor, platform }) => {
  const { uid } = await requireUser(platform.db, params.id)
  await platform.runCommand(actor, editUser, { uid, changes: body })
  return { message: 'User updated successfully', ...(await requireUser(platform.db, uid)) }
})

/** DELETE /auth/users/{id}. */
export const handleCloseAccount = ({ sessions, recordSecurity }: Accounts) =>
  implementCall(closeAccountCall, async ({ params, actor, platform, ...caller }) => {
    const { uid } = await requireUser(platform.db, params.id)
    const also = async (tx: Tx) => {
      await removeSignIn(tx, uid)
      await recordSecurity({ kind: 'accountClosed', uid, byUid: actor.uid, caller }, tx)
    }
    await platform.runCommand(actor, closeAccount, { uid }, { also })
    sessions.forgetAll()
    platform.log.info({ uid, byUid: actor.uid }, 'an account was closed')
    return { message: 'User deleted successfully' }
  })

/** Removes the sign-in with its sessions, linked providers and pending links, and frees its e-mail for a new account. */
async function removeSignIn(tx: Tx, uid: string): Promise<void> {
  await dropAllTickets(tx, uid)
  await tx.deleteFrom('identity_verifications').where('value', '=', uid).execute()
  await tx.deleteFrom('identity_users').where('id', '=', uid).execute()
}

/** POST /auth/users/{id}/migrate. Safe to repeat, because a second run moves nothing again. */
export const handleMigrateAccount = implementCall(migrateAccountCall, async ({ params, actor, platform }) => {
  const { uid, closedAt, email } = await requireUser(platform.db, params.id)
  if (closedAt !== null) throw refusal(administrationRefusals, 'ACCOUNT_CLOSED')
  const pairs = await pairsOf(platform.db, uid)
  let moved = 0
  for (const pair of pairs) {
    try {
      await migrate(platform, actor, pair)
      moved += 1
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.code !== 'ALREADY_MIGRATED') throw thrown
    }
  }
  if (moved > 0) return { message: 'Migration completed' }
  return { message: pairs.length > 0 ? 'Nothing left to migrate' : `Nothing to migrate: there is no earlier account${of(email)}` }
})

const of = (email: string) => (email === '' ? '' : ` of ${email}`)

/** POST /auth/users/{id}/migrate-domain. */
export const handleMigrateDomain = ({ exchangeDomain }: Accounts) =>
  implementCall(migrateDomainCall, async ({ params, body: { targetDomain }, actor, platform }) => {
    if (targetDomain !== exchangeDomain) {
      const message = exchangeDomain === null ? 'This shop has no paid variant.' : `Users can be migrated to ${exchangeDomain} alone.`
      throw refusal(kernelRefusals, 'INVALID', { message, fields: { targetDomain: message } })
    }
    const { uid } = await requireUser(platform.db, params.id)
    await platform.runCommand(actor, editUser, { uid, changes: { registeredDomain: targetDomain } })
    return { message: 'Migration completed' }
  })

/** POST /auth/migrate-all. Migrates each person in a separate transaction, so a second run continues where the first one stopped. */
export const handleMigrateAllAccounts = implementCall(migrateAllAccountsCall, async ({ actor, platform }) => {
  const details: MigrationDetail[] = []
  for (const person of await everybody(platform.db)) details.push(await migrateOne(platform, actor, person))
  const count = (status: MigrationDetail['status']) => details.filter((detail) => detail.status === status).length
  const result = { totalUsers: details.length, migrated: count('migrated'), skipped: count('skipped'), failed: count('failed') }
  platform.log.info({ ...result, byUid: actor.uid }, 'earlier accounts were migrated')
  return { ...result, details }
})

async function migrateOne(platform: Platform, actor: Actor, { uid, email, pair, reason }: Person): Promise<MigrationDetail> {
  if (pair === null) return { status: 'skipped', email, uid, reason }
  try {
    await migrate(platform, actor, pair)
    return { status: 'migrated', email, uid }
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'UNAVAILABLE') throw thrown
    if (thrown instanceof Refusal && thrown.code === 'ALREADY_MIGRATED')
      return { status: 'skipped', email, uid, reason: 'Already migrated' }
    if (!(thrown instanceof Refusal)) platform.log.error({ err: thrown, uid }, 'an account could not be migrated')
    return { status: 'failed', email, uid, error: thrown instanceof Refusal ? thrown.message : 'An unexpected error occurred' }
  }
}
