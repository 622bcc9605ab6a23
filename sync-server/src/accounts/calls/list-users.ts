import { listUsers, USER_LIST_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { sql } from '../../platform/sql.ts'
import { openOnly, readUsers } from '../people.ts'

/** GET /auth/all-users. */
export const listUsersCall = implementCall(listUsers, async ({ platform, query }) => ({
  users: await readUsers(platform.db, sql`where ${openOnly(query.closed)} order by users.email, users.id limit ${USER_LIST_LIMIT}`),
}))
