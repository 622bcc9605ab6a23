import { listAdminUsers } from '@shop/shared/accounts/calls/administration.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readAllUsers } from '../people.ts'

/** GET /admin/users. */
export const listAdminUsersCall = implementCall(listAdminUsers, async ({ platform, query }) => ({
  success: true as const,
  ...(await readAllUsers(platform.db, query.closed)),
}))
