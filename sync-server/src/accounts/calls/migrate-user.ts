import { administrationRefusals } from '@shop/shared/accounts/administration-errors.ts'
import { migrateUser } from '@shop/shared/accounts/calls/administration.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { migrate, pairsOf } from '../migration.ts'
import { demandUser } from '../people.ts'

/** POST /auth/users/{id}/migrate. May be repeated: what is moved already stays moved. */
export const migrateUserCall = implementCall(migrateUser, async ({ params, actor, platform }) => {
  const { uid, closedAt, email } = await demandUser(platform.db, params.id)
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
