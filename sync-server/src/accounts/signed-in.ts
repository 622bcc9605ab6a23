import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { isAPIError } from 'better-auth/api'
import type { Platform } from '../platform/platform.ts'
import type { Accounts } from './accounts.ts'
import { type FirstStep, isStillGood, markOf } from './first-step.ts'
import { CLIENT_ADDRESS_HEADER, DOMAIN_HEADER, rethrow } from './identity.ts'
import { keepKnownDevice, knownDeviceOf } from './known-devices.ts'
import { noteSignIn } from './new-device.ts'
import { needsNewPassword, storedHash, verifiedHash } from './passwords.ts'
import { uidOfSignIn } from './people.ts'
import { secondStepNeeded } from './second-step.ts'
import { endSessionOf } from './session-list.ts'

type Caller = { readonly request: Request; readonly clientAddress: string; readonly origin: string }

/** Headers for the identity provider. From the request they take only those shown in the list of sessions, and none that affects a decision. Our own
 *  code adds the variant that a new account belongs to. */
export function providerHeaders({ request, clientAddress }: Omit<Caller, 'origin'>, registeredDomain = ''): Headers {
  return new Headers({
    'user-agent': request.headers.get('user-agent') ?? '',
    [CLIENT_ADDRESS_HEADER]: clientAddress,
    [DOMAIN_HEADER]: registeredDomain,
  })
}

/** Answer of a sign-in: its token and its user. */
export function signedInAnswer({
  token,
  user,
}: {
  token: string | null
  user: { id: string; email: string; name: string; createdAt: Date }
}) {
  if (token === null) throw new Error('the identity provider made no session')
  return { token, user: { id: user.id, email: user.email, name: user.name, createdAt: user.createdAt.toISOString() } }
}

/** Signs in with e-mail and password. Refuses USER_NOT_FOUND, WRONG_PASSWORD, PASSWORD_RENEWAL_NEEDED and TOO_MANY_ATTEMPTS, and SECOND_STEP_NEEDED to
 *  people with a second factor. */
export async function signInWithPassword(
  platform: Platform,
  accounts: Accounts,
  caller: Caller,
  { email, password, knownDevice }: { email: string; password: string; knownDevice?: string | undefined },
) {
  const { identity, limits, factors, recordSecurity } = accounts
  const device = await knownDeviceOf(platform.db, email, knownDevice)
  const attempt = { address: caller.clientAddress, account: email, device }
  limits.signIn(attempt)
  const refused = (uid: string | undefined) =>
    recordSecurity({ kind: 'signIn', result: 'refused', uid: uid ?? null, caller, detail: { by: 'password' } })
  const known = await uidOfSignIn(platform.db, email)
  if (known !== undefined && (await needsNewPassword(platform.db, known))) {
    await refused(known)
    throw refusal(accountRefusals, 'PASSWORD_RENEWAL_NEEDED')
  }
  const factorsOf = known === undefined ? undefined : await factors.of(known)
  if (known !== undefined && factorsOf?.hasSecond) {
    const hash = await verifiedHash(platform, identity, known, password)
    if (hash !== undefined) {
      limits.signedIn(attempt)
      throw await secondStepNeeded(platform.db, known, { by: 'password', mark: markOf(hash) }, factorsOf)
    }
    await refused(known)
    throw refusal(accountRefusals, 'WRONG_PASSWORD')
  }
  const before = known === undefined ? undefined : await storedHash(platform.db, known)
  try {
    const answer = await identity.api.signInEmail({ body: { email, password }, headers: providerHeaders(caller) })
    if ((await storedHash(platform.db, answer.user.id)) !== before) {
      // a reset that came in between ended all sessions, and this one is of the old password
      await endSessionOf(platform.db, answer.token)
      throw refusal(accountRefusals, 'WRONG_PASSWORD')
    }
    limits.signedIn(attempt)
    await noteSignIn(platform, accounts, caller, answer.user, 'password')
    return { ...signedInAnswer(answer), knownDevice: await keepKnownDevice(platform, answer.user.id, knownDevice) }
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) return rethrow(platform, error)
    await refused(known)
    throw refusal(accountRefusals, known === undefined ? 'USER_NOT_FOUND' : 'WRONG_PASSWORD')
  }
}

/** Somebody who proved their identity. `by`: the way, for the security record; `first`: the first step, if a reset or an unlinking in the meantime
 *  must end the sign-in. */
type Proved = { readonly uid: string; readonly by: string; readonly first?: FirstStep; readonly knownDevice?: string | undefined }

/** Creates a session for somebody who proved their identity by more than a password, or by other means. Refuses SIGN_IN_TOKEN_INVALID. */
export async function signInAs(platform: Platform, accounts: Accounts, caller: Caller, { uid, by, first, knownDevice }: Proved) {
  const { request, clientAddress } = caller
  const known = platform.db.selectFrom('identity_users').where('id', '=', uid)
  const user = await known.select(['id', 'email', 'name', 'createdAt']).executeTakeFirst()
  if (!user) throw refusal(accountRefusals, 'SIGN_IN_TOKEN_INVALID')
  const device = { ipAddress: clientAddress, userAgent: request.headers.get('user-agent') ?? '' }
  const { token } = await (await accounts.identity.$context).internalAdapter.createSession(uid, false, device)
  if (first && !(await isStillGood(platform.db, uid, first))) {
    await endSessionOf(platform.db, token)
    throw refusal(accountRefusals, 'SIGN_IN_TOKEN_INVALID')
  }
  await noteSignIn(platform, accounts, caller, user, by)
  return { ...signedInAnswer({ token, user }), knownDevice: await keepKnownDevice(platform, uid, knownDevice) }
}
