import { getUser } from '@shop/shared/accounts/calls/people.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { readUser } from '../people.ts'

/** GET /auth/users/{id}. */
export const getUserCall = implementCall(getUser, async ({ params, platform }) => {
  const user = await readUser(platform.db, params.id)
  if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return user
})
