import { getMeCall, getUserCall, listUsersCall, searchUsersCall, USER_SEARCH_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { DEFAULT_SETTINGS } from '@shop/shared/settings/schema.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOwnUser } from '../own-user.ts'
import { openOnly, readAllUsers, readUsers } from '../people.ts'

/** GET /auth/me. */
export const handleGetMe = implementCall(getMeCall, async ({ actor, platform }) => {
  const user = await readOwnUser(platform.db, actor.uid)
  const { rows } = await sql<{ offlineDays: number }>`select offline_days as "offlineDays" from settings`.execute(platform.db)
  return { ...user, offlineDays: rows[0]?.offlineDays ?? DEFAULT_SETTINGS.offlineDays }
})

/** GET /auth/users/{id}. */
export const handleGetUser = implementCall(getUserCall, ({ params, platform }) => readOwnUser(platform.db, params.id))

/** GET /auth/search. Those whose e-mail, username or name begins with the text come first. */
export const handleSearchUsers = implementCall(searchUsersCall, async ({ query, platform }) => {
  const text = searchKey(query.q ?? '')
  if (text === '') return { users: [] }
  const place = (column: string) => sql`position(${text}::text in lower(normalize(${sql.ref(column)}, NFKC)))`
  const places = sql.join(['users.email', 'users.username', 'users.display_name'].map((column) => sql`nullif(${place(column)}, 0)`))
  const users = await readUsers(
    platform.db,
    sql`where users.email <> '' and ${openOnly(query.closed)} and least(${places}) is not null order by least(${places}) > 1, users.email, users.id limit ${USER_SEARCH_LIMIT}`,
  )
  return { users }
})

/** GET /auth/all-users. */
export const handleListUsers = implementCall(listUsersCall, ({ platform, query }) => readAllUsers(platform.db, query.closed))
