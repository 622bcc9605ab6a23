import {
  changePasswordCall,
  checkPasswordResetCall,
  requestPasswordResetCall,
  resetPasswordCall,
  setBackupPasswordCall,
} from '@shop/shared/accounts/calls/password.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { keepKnownDevice, knownDeviceOf } from '../known-devices.ts'
import { knownOfPerson, requireNewPassword } from '../new-password.ts'
import { isResetMailTooSoon, mailResetLink } from '../password-mail.ts'
import { addPassword, hashOfPassword, readResetLink, replacePassword, resetByLink, verifiedHash } from '../passwords.ts'
import { lockSignIn, uidOfSignIn } from '../people.ts'
import { noteProof } from '../proofs.ts'
import { endOtherSessions } from '../session-list.ts'
import { bearerOf, sessionHashOf } from '../sessions.ts'
import { noteSignInChange } from '../sign-in-mail.ts'
import { dropAllTickets } from '../tickets.ts'

/** POST /identity/request-password-reset. */
export const handleRequestPasswordReset = ({ limits, address, sendMail, recordSecurity }: Accounts) =>
  implementPublicCall(requestPasswordResetCall, async ({ body: { email }, platform, origin, ...caller }) => {
    const at = await address.ofMail(origin)
    const isHeld = !at.isConfirmed
    const isFlooded = !limits.resetMail(caller.clientAddress, email, { isHeld })
    const uid = (await uidOfSignIn(platform.db, email)) ?? null
    const isTooSoon = uid !== null && (isFlooded || (await isResetMailTooSoon(platform, email, isHeld)))
    const result = uid === null || isTooSoon ? 'refused' : 'done'
    await recordSecurity({ kind: 'passwordResetAsked', result, uid, caller, ...(isTooSoon && { detail: { mail: 'none' } }) })
    // the answer stays the same: a flood teaches nothing, and the owner is sent to a mailbox with a link that is still valid
    if (!isTooSoon) await mailResetLink(platform, sendMail, email, at)
    return { success: true as const }
  })

/** POST /identity/check-password-reset. */
export const handleCheckPasswordReset = ({ limits }: Accounts) =>
  implementPublicCall(checkPasswordResetCall, async ({ body, platform, clientAddress }) => {
    limits.passThrough(clientAddress, 'reset link')
    const link = await readResetLink(platform.db, body.token)
    if (!link) throw refusal(accountRefusals, 'RESET_LINK_INVALID')
    return { email: link.email }
  })

/** POST /identity/reset-password. */
export const handleResetPassword = ({ identity, sessions, limits, factors, recordSecurity }: Accounts) =>
  implementPublicCall(resetPasswordCall, async ({ body, platform, ...caller }) => {
    limits.passThrough(caller.clientAddress, 'reset link')
    const link = await readResetLink(platform.db, body.token)
    const device = link && (await knownDeviceOf(platform.db, link, body.knownDevice))
    const { uid, email } = await resetByLink(platform, identity, body.token, body.newPassword, async (tx, of, lost) => {
      await noteSignInChange(platform, recordSecurity, { uid: of, change: 'passwordReset', caller })(tx)
      for (const provider of lost)
        await noteSignInChange(platform, recordSecurity, { uid: of, change: 'providerUnlinked', provider, caller })(tx)
    })
    sessions.forgetAll()
    // from now on, other people's earlier wrong guesses do not keep the owner out
    limits.clear(email)
    limits.clear(uid)
    limits.allowCodesAgain(uid)
    // somebody with only the mailbox gets no known device, which would have guesses of its own at the second step
    if (device === undefined && (await factors.of(uid)).hasSecond) return { success: true as const }
    const knownDevice = await platform.transaction((tx) => keepKnownDevice(tx, uid, body.knownDevice))
    return { success: true as const, knownDevice }
  })

/** POST /identity/change-password. */
export const handleChangePassword = ({ identity, sessions, limits, recordSecurity }: Accounts) =>
  implementCall(changePasswordCall, async ({ actor, body, platform, ...caller }) => {
    const { request, clientAddress } = caller
    const attempt = { address: clientAddress, account: actor.uid, session: sessionHashOf(request) }
    limits.signIn(attempt)
    const verified = await verifiedHash(platform, identity, actor.uid, body.currentPassword)
    if (verified === undefined) {
      await recordSecurity({ kind: 'passwordChanged', result: 'refused', uid: actor.uid, caller })
      throw currentPasswordWrong()
    }
    limits.signedIn(attempt)
    requireNewPassword(body.newPassword, await knownOfPerson(platform.db, actor.uid), 'newPassword')
    const hash = await hashOfPassword(identity, body.newPassword)
    await platform.transaction(async (tx) => {
      await lockSignIn(tx, actor.uid)
      if (!(await replacePassword(tx, actor.uid, verified, hash))) throw currentPasswordWrong()
      await noteSignInChange(platform, recordSecurity, { uid: actor.uid, change: 'passwordChanged', caller })(tx)
      // whoever knew the old password may hold a session or a link
      await endOtherSessions(tx, actor.uid, bearerOf(request.headers) ?? '')
      await dropAllTickets(tx, actor.uid)
    })
    sessions.forgetAll()
    platform.jobs.wake()
    return { success: true as const }
  })

const currentPasswordWrong = () =>
  refusal(accountRefusals, 'CURRENT_PASSWORD_WRONG', { fields: { currentPassword: accountRefusals.CURRENT_PASSWORD_WRONG.message } })

/** POST /identity/link-password. */
export const handleSetBackupPassword = ({ identity, recordSecurity }: Accounts) =>
  implementCall(setBackupPasswordCall, async ({ actor: { uid }, body, platform, ...caller }) => {
    requireNewPassword(body.password, await knownOfPerson(platform.db, uid), 'password')
    await addPassword(platform, identity, uid, body.password, async (tx) => {
      await noteSignInChange(platform, recordSecurity, { uid, change: 'passwordAdded', caller })(tx)
      // a sign-in by a provider no longer counts as a proof from now on, and the person has just proved their identity
      await noteProof(tx, caller.request, 'recent')
    })
    platform.jobs.wake()
    return { success: true as const }
  })
