import { searchUsers, USER_SEARCH_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { sql } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { openOnly, readUsers } from '../people.ts'

/** GET /auth/search. Those whose e-mail, username or name begins with the text come first. */
export const searchUsersCall = implementCall(searchUsers, async ({ query, platform }) => {
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
