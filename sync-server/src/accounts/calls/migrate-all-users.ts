import { type MigrationDetail, migrateAllUsers } from '@shop/shared/accounts/calls/administration.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import { everybody, migrate, type Person } from '../migration.ts'

/** POST /auth/migrate-all. One person after the other, each in a transaction of its own: what is done stays done, and a second run does the rest. */
export const migrateAllUsersCall = implementCall(migrateAllUsers, async ({ actor, platform }) => {
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
