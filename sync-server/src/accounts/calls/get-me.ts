import { getMe } from '@shop/shared/accounts/calls/people.ts'
import { DEFAULT_SETTINGS } from '@shop/shared/settings/schema.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOwnUser } from '../own-user.ts'

/** GET /auth/me. */
export const getMeCall = implementCall(getMe, async ({ actor, platform }) => {
  const user = await readOwnUser(platform.db, actor.uid)
  const { rows } = await sql<{ offlineDays: number }>`select offline_days as "offlineDays" from settings`.execute(platform.db)
  return { ...user, offlineDays: rows[0]?.offlineDays ?? DEFAULT_SETTINGS.offlineDays }
})
