import { listAdminUsers } from '@shop/shared/accounts/calls/administration.ts'
import { USER_LIST_LIMIT } from '@shop/shared/accounts/calls/people.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { sql } from '../../platform/sql.ts'
import { openOnly, readUsers } from '../people.ts'

/** GET /admin/users. */
export const listAdminUsersCall = implementCall(listAdminUsers, async ({ platform, query }) => ({
  success: true as const,
  users: await readUsers(platform.db, sql`where ${openOnly(query.closed)} order by users.email, users.id limit ${USER_LIST_LIMIT}`),
}))
