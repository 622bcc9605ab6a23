import { getMeCall } from '@shop/shared/accounts/calls/own-user.ts'
import { getUserCall, listUsersCall, searchUsersCall, USER_SEARCH_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { DEFAULT_SETTINGS } from '@shop/shared/settings/schema.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { readOwnUser } from '../own-user.ts'
import { adminUserOf, readAllUsers, selectListed } from '../people.ts'

/** GET /auth/me. */
export const handleGetMe = ({ sealing }: Accounts) =>
  implementCall(getMeCall, async ({ actor, platform }) => {
    const user = await readOwnUser(platform.db, actor.uid)
    const settings = await platform.db.selectFrom('settings').select('offline_days').executeTakeFirst()
    return { ...user, offlineDays: settings?.offline_days ?? DEFAULT_SETTINGS.offlineDays, sealingKey: sealing.publicKey }
  })

/** GET /auth/users/{id}. */
export const handleGetUser = implementCall(getUserCall, ({ params, platform }) => readOwnUser(platform.db, params.id))

/** GET /auth/search. People whose e-mail, username or name begins with the text come first. */
export const handleSearchUsers = implementCall(searchUsersCall, async ({ query, platform }) => {
  const text = searchKey(query.q ?? '')
  if (text === '') return { users: [] }
  const place = (column: string) => sql`position(${text}::text in lower(normalize(${sql.ref(column)}, NFKC)))`
  const places = sql.join(['users.email', 'users.username', 'users.display_name'].map((column) => sql`nullif(${place(column)}, 0)`))
  const first = sql<number | null>`least(${places})`
  const users = await selectListed(platform.db, query.closed)
    .where('users.email', '<>', '')
    .where(first, 'is not', null)
    .orderBy((eb) => eb(first, '>', 1))
    .orderBy('users.email')
    .orderBy('users.id')
    .limit(USER_SEARCH_LIMIT)
    .execute()
  return { users: users.map(adminUserOf) }
})

/** GET /auth/all-users. */
export const handleListUsers = implementCall(listUsersCall, ({ platform, query }) => readAllUsers(platform.db, query.closed))
