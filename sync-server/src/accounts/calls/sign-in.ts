import { getSetUpCall, setUpShopCall, signInCall, signInWithSecondStepCall, signUpCall } from '@shop/shared/accounts/calls/sign-in.ts'
import { signOutCall } from '@shop/shared/accounts/calls/sign-out.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Db } from '../../platform/database/sql.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts.ts'
import { mailFirstProof } from '../email-proof-mail.ts'
import { hostNameOf, originOf } from '../host-name.ts'
import { isLoopbackHost } from '../machine-hosts.ts'
import { requireNewPassword } from '../new-password.ts'
import { hashOfPassword, writePassword } from '../passwords.ts'
import { uidOfSignIn } from '../people.ts'
import { noteProofOf } from '../proofs.ts'
import { recordWrongAnswer } from '../record/wrong-answers.ts'
import { finishSecondStep } from '../second-step.ts'
import { endSessionOf } from '../session-list.ts'
import { bearerOf } from '../sessions.ts'
import { isSetUpCode } from '../set-up-code.ts'
import { isSetUp, openShop } from '../shop-opening.ts'
import { type SignedUp, signUpPerson, TakenMeanwhile } from '../sign-up.ts'
import { signInAs, signInNewcomer, signInWithPassword } from '../signed-in.ts'
import { hashOf } from '../token-hash.ts'

/** GET /setup. */
export const handleGetSetUp = implementPublicCall(getSetUpCall, async ({ platform, isSameMachine }) => {
  const needed = !(await isSetUp(platform.db))
  return { needed, needsCode: needed && !isSameMachine }
})

/** POST /setup. */
export const handleSetUpShop = (accounts: Accounts) =>
  implementPublicCall(setUpShopCall, async ({ body: { code, ...opening }, platform, ...caller }) => {
    accounts.limits.signUp(caller.clientAddress)
    if (!caller.isSameMachine) await requireSetUpCode(platform.db, accounts, caller, code)
    requireNewPassword(opening.password, { email: opening.email, name: opening.displayName }, 'password')
    const origin = confirmedAtSetUp(caller)
    const uid = await openShop(platform, accounts.identity, opening, async (tx) => {
      if (origin !== undefined) await accounts.hosts.confirm(tx, origin, true)
    })
    accounts.hosts.forget()
    await accounts.recordSecurity({ kind: 'signUp', uid, caller, detail: { by: 'setUp', role: 'admin' } })
    platform.log.info({ uid }, 'the shop was set up')
    return signInWithPassword(platform, accounts, caller, opening)
  })

/** The address under which the shop is being set up. It has the scheme that the browser names, because a proxy may hide HTTPS. Undefined for a
 *  loopback name, under which only this machine reaches the shop. */
function confirmedAtSetUp({ origin, request }: { origin: string; request: Request }): string | undefined {
  const said = request.headers.get('origin') ?? ''
  const host = hostNameOf(origin)
  if (host === undefined || isLoopbackHost(host)) return undefined
  return originOf(hostNameOf(said) === host ? said : origin)
}

/** Refuses people who cannot read the server's output, because the person who sets up the shop becomes its admin. */
async function requireSetUpCode(
  db: Db,
  { limits, recordSecurity }: Accounts,
  caller: { readonly request: Request; readonly clientAddress: string },
  code: string | undefined,
): Promise<void> {
  if (await isSetUp(db)) throw refusal(accountRefusals, 'ALREADY_SET_UP')
  const refused = (message: string) => refusal(accountRefusals, 'SET_UP_CODE_WRONG', { message, fields: { code: message } })
  if (!code) throw refused('Please enter the set-up code. The server prints it when it starts.')
  limits.setUpCode(caller.clientAddress)
  await recordWrongAnswer(recordSecurity, { kind: 'signUp', uid: null, caller, detail: { by: 'setUp' } }, async () => {
    if (!(await isSetUpCode(db, code))) throw refused(accountRefusals.SET_UP_CODE_WRONG.message)
  })
}

/** POST /identity/sign-up/email. */
export const handleSignUp = (accounts: Accounts) =>
  implementPublicCall(signUpCall, async ({ body, platform, origin, ...caller }) => {
    accounts.limits.signUp(caller.clientAddress)
    if (!(await isSetUp(platform.db))) throw refusal(accountRefusals, 'SET_UP_NEEDED')
    const { uid, isInvited, invitationId } = await accounts.limits.newAccount(caller.clientAddress, () =>
      signUp(platform, accounts, origin, body),
    )
    const detail = { by: 'password', ...(invitationId !== undefined && { invitation: invitationId }) }
    await accounts.recordSecurity({ kind: 'signUp', uid, caller, detail })
    if (isInvited) await accounts.recordSecurity({ kind: 'emailProved', uid, caller, detail: { by: 'invitation' } })
    else await mailFirstProof(platform, accounts, { uid, email: body.email, clientAddress: caller.clientAddress, origin })
    return signInNewcomer(platform, caller, uid)
  })

type SigningUp = { readonly email: string; readonly password: string; readonly name: string; readonly invitation?: string | undefined }

async function signUp(platform: Platform, { identity, domainOfSignUp }: Accounts, origin: string, body: SigningUp): Promise<SignedUp> {
  const { email, password, name: displayName } = body
  const inUse = () => refusal(accountRefusals, 'EMAIL_IN_USE', { fields: { email: accountRefusals.EMAIL_IN_USE.message } })
  const invitation = body.invitation === undefined ? undefined : hashOf(body.invitation)
  const newcomer = { email, displayName, isProved: false, registeredDomain: domainOfSignUp(origin), invitation }
  try {
    return await signUpPerson(platform, newcomer, async () => {
      requireNewPassword(password, body, 'password')
      // a check before the costly hash; the transaction decides
      if ((await uidOfSignIn(platform.db, email)) !== undefined) throw inUse()
      const hash = await hashOfPassword(identity, password)
      return (tx, uid) => writePassword(tx, uid, hash)
    })
  } catch (error) {
    throw error instanceof TakenMeanwhile ? inUse() : error
  }
}

/** POST /identity/sign-in/email. */
export const handleSignIn = (accounts: Accounts) =>
  implementPublicCall(signInCall, ({ body, platform, ...caller }) => signInWithPassword(platform, accounts, caller, body))

/** POST /identity/sign-in/second-step. */
export const handleSignInWithSecondStep = (accounts: Accounts) =>
  implementPublicCall(signInWithSecondStepCall, async ({ body, platform, ...caller }) => {
    const { uid, first } = await finishSecondStep(platform, accounts, caller, body)
    await accounts.providers.join(uid, first, caller)
    const second = body.passkey ? 'passkey' : body.code === undefined ? 'recovery code' : 'code'
    const by = `${first.by} and ${second}`
    const answer = await signInAs(platform, accounts, caller, { uid, by, first, knownDevice: body.knownDevice })
    await noteProofOf(platform.db, answer.token, 'second')
    return answer
  })

/** POST /identity/sign-out. */
export const handleSignOut = ({ sessions, recordSecurity }: Accounts) =>
  implementCall(signOutCall, async ({ actor: { uid }, platform, ...caller }) => {
    const success = await endSessionOf(platform.db, bearerOf(caller.request.headers) ?? '')
    sessions.forgetAll()
    await recordSecurity({ kind: 'signOut', uid, caller })
    return { success }
  })
