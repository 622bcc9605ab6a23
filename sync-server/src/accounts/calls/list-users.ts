import { listUsers } from '@shop/shared/accounts/calls/people.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readAllUsers } from '../people.ts'

/** GET /auth/all-users. */
export const listUsersCall = implementCall(listUsers, ({ platform, query }) => readAllUsers(platform.db, query.closed))
