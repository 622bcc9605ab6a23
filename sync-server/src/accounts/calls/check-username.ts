import { checkUsername } from '@shop/shared/accounts/calls/profile.ts'
import { profileRefusals } from '@shop/shared/accounts/profile-errors.ts'
import { USERNAME_INVALID, usernameSchema } from '@shop/shared/accounts/rules/username.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** GET /auth/check-username. */
export const checkUsernameCall = implementCall(checkUsername, async ({ query, actor, platform }) => {
  const username = usernameSchema.safeParse(query.username)
  if (!username.success) return { available: false, status: 'invalid' as const, message: USERNAME_INVALID }
  const { rows } = await sql<{ id: string }>`select id from users where username = ${username.data}`.execute(platform.db)
  if (rows[0]?.id === actor.uid) return { available: true, status: 'own' as const, message: '' }
  if (rows.length > 0) return { available: false, status: 'taken' as const, message: profileRefusals.USERNAME_TAKEN.message }
  return { available: true, status: 'available' as const, message: '' }
})
