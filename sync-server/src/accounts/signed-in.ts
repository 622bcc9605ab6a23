import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Platform } from '../platform/platform.ts'
import type { Accounts } from './accounts.ts'
import { type FirstStep, isStillGood, markOf } from './first-step.ts'
import { keepKnownDevice, knownDeviceOf } from './known-devices.ts'
import { noteSignIn } from './new-device.ts'
import { needsNewPassword, verifiedHash } from './passwords.ts'
import { lockSignIn, uidOfSignIn } from './people.ts'
import { secondStepNeeded } from './second-step.ts'
import { startSession } from './session-list.ts'

type Caller = { readonly request: Request; readonly clientAddress: string; readonly origin: string }

type Started = {
  readonly token: string
  readonly knownDevice: string
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly createdAt: Date }
}

/** Makes the answer of a sign-in: its token, its user, and the token by which the shop knows the device from now on. */
const signedInAnswer = ({ token, knownDevice, user: { id, email, name, createdAt } }: Started) => ({
  token,
  user: { id, email, name, createdAt: createdAt.toISOString() },
  knownDevice,
})

/** Signs in with e-mail and password. Refuses USER_NOT_FOUND, WRONG_PASSWORD, PASSWORD_RENEWAL_NEEDED and TOO_MANY_ATTEMPTS, and SECOND_STEP_NEEDED
 *  to people with a second factor. */
export async function signInWithPassword(
  platform: Platform,
  accounts: Accounts,
  caller: Caller,
  { email, password, knownDevice }: { email: string; password: string; knownDevice?: string | undefined },
) {
  const { identity, limits, factors, recordSecurity } = accounts
  const device = await knownDeviceOf(platform.db, { email }, knownDevice)
  const attempt = { address: caller.clientAddress, account: email, device }
  limits.signIn(attempt)
  const uid = await uidOfSignIn(platform.db, email)
  const refused = async (why: 'USER_NOT_FOUND' | 'WRONG_PASSWORD' | 'PASSWORD_RENEWAL_NEEDED') => {
    await recordSecurity({ kind: 'signIn', result: 'refused', uid: uid ?? null, caller, detail: { by: 'password' } })
    return refusal(accountRefusals, why)
  }
  if (uid !== undefined && (await needsNewPassword(platform.db, uid))) throw await refused('PASSWORD_RENEWAL_NEEDED')
  const hash = await verifiedHash(platform, identity, uid, password)
  if (uid === undefined) throw await refused('USER_NOT_FOUND')
  if (hash === undefined) throw await refused('WRONG_PASSWORD')
  limits.signedIn(attempt)
  const first = { by: 'password', mark: markOf(hash) } as const
  const factorsOf = await factors.of(uid)
  if (factorsOf.hasSecond) throw await secondStepNeeded(platform.db, uid, first, factorsOf)
  const signedIn = await startSignIn(platform, accounts, caller, { uid, by: 'password', first, knownDevice })
  if (!signedIn) throw await refused('WRONG_PASSWORD')
  return signedIn
}

/** Somebody who proved their identity. `by`: how, in the words of the security record. `first`: the first step, which must still be valid when the
 *  session begins. */
type Proved = { readonly uid: string; readonly by: string; readonly first?: FirstStep; readonly knownDevice?: string | undefined }

/** Creates a session for somebody who proved their identity. Refuses SIGN_IN_TOKEN_INVALID. */
export async function signInAs(platform: Platform, accounts: Accounts, caller: Caller, proved: Proved) {
  const signedIn = await startSignIn(platform, accounts, caller, proved)
  if (!signedIn) throw refusal(accountRefusals, 'SIGN_IN_TOKEN_INVALID')
  return signedIn
}

export async function signInNewcomer(platform: Platform, caller: Omit<Caller, 'origin'>, uid: string) {
  const started = await startedSession(platform, caller, { uid })
  if (!started) throw refusal(accountRefusals, 'SIGN_IN_TOKEN_INVALID')
  return signedInAnswer(started)
}

/** Creates a session and records the sign-in. Undefined when the account or the first step does not count any more. */
async function startSignIn(platform: Platform, accounts: Accounts, caller: Caller, proved: Proved) {
  const started = await startedSession(platform, caller, proved)
  if (!started) return undefined
  await noteSignIn(platform, accounts, caller, started.user, proved.by)
  return signedInAnswer(started)
}

async function startedSession(
  platform: Platform,
  { request, clientAddress }: Omit<Caller, 'origin'>,
  { uid, first, knownDevice }: Omit<Proved, 'by'>,
): Promise<Started | undefined> {
  const known = platform.db.selectFrom('identity_users').where('id', '=', uid)
  const user = await known.select(['id', 'email', 'name', 'createdAt']).executeTakeFirst()
  const device = { ipAddress: clientAddress, userAgent: request.headers.get('user-agent') ?? '' }
  const session = await platform.transaction(async (tx) => {
    const isGood = (await lockSignIn(tx, uid)) && (!first || (await isStillGood(tx, uid, first)))
    if (!isGood) return undefined
    const kept = await keepKnownDevice(tx, uid, knownDevice)
    return { token: await startSession(tx, uid, { ...device, knownDevice: kept }), knownDevice: kept }
  })
  return user && session ? { ...session, user } : undefined
}
