import { getUser } from '@shop/shared/accounts/calls/people.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { readOwnUser } from '../own-user.ts'

/** GET /auth/users/{id}. */
export const getUserCall = implementCall(getUser, ({ params, platform }) => readOwnUser(platform.db, params.id))
