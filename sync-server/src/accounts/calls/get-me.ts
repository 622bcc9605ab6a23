import { getMe } from '@shop/shared/accounts/calls/people.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { DEFAULT_SETTINGS } from '@shop/shared/settings/schema.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { sql } from '../../platform/sql.ts'
import { readUser } from '../people.ts'

/** GET /auth/me. */
export const getMeCall = implementCall(getMe, async ({ actor, platform }) => {
  const user = await readUser(platform.db, actor.uid)
  if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  const { rows } = await sql<{ offlineDays: number }>`select offline_days as "offlineDays" from settings`.execute(platform.db)
  return { ...user, offlineDays: rows[0]?.offlineDays ?? DEFAULT_SETTINGS.offlineDays }
})
