import { createUser } from '@shop/shared/accounts/calls/administration.ts'
import { addEarlierAccounts } from '@shop/shared/accounts/commands/add-earlier-accounts.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { demandUser, readUser } from '../people.ts'

/** POST /auth/users. One's own profile came with the sign-in: it is answered as it is, so that nobody gives themselves a role. */
export const createUserCall = implementCall(createUser, async ({ body, actor, platform, newId }) => {
  const uid = body.uid ?? (actor.role === 'admin' ? newId() : actor.uid)
  if (uid === actor.uid) return demandUser(platform.db, uid)
  if (actor.role !== 'admin') throw refusal(kernelRefusals, 'FORBIDDEN')
  const { email = '', displayName, role = 'user' } = body
  const known = await readUser(platform.db, uid)
  const isSame = known && !known.hasSignIn && known.closedAt === null && known.email === email && known.displayName === displayName
  if (isSame) return known
  const person = { uid, email, displayName, role, username: null, openingCents: ZERO_CENTS }
  await platform.runCommand(actor, addEarlierAccounts, { people: [person], fileName: '' })
  return demandUser(platform.db, uid)
})
