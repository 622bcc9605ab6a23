import {
  addInvitationCall,
  checkInvitationCall,
  getSignUpRuleCall,
  listInvitationsCall,
  revokeInvitationCall,
  setSignUpRuleCall,
} from '@shop/shared/accounts/calls/sign-up.ts'
import { setSignUpRule } from '@shop/shared/accounts/commands/set-sign-up-rule.ts'
import { invitationRefusals, signUpRefusals } from '@shop/shared/accounts/sign-up-errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall, implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'
import { invitationLink, mailInvitation } from '../invitation-mail.ts'
import { issueInvitation, listInvitations, requireOpenInvitation, revokeInvitation } from '../invitations.ts'
import { uidOfSignIn } from '../people.ts'
import { signUpRuleOf, writeSignUpRule } from '../sign-up-rule.ts'
import { hashOf } from '../token-hash.ts'

/** GET /admin/sign-up-rule. */
export const handleGetSignUpRule = implementCall(getSignUpRuleCall, async ({ platform }) => ({ rule: await signUpRuleOf(platform.db) }))

/** PUT /admin/sign-up-rule. */
export const handleSetSignUpRule = ({ recordSecurity }: Accounts) =>
  implementCall(setSignUpRuleCall, async ({ actor, body: { rule }, platform, ...caller }) => {
    const before = await signUpRuleOf(platform.db)
    if (rule === before) return { rule }
    await platform.runCommand(
      actor,
      setSignUpRule,
      { before, rule },
      {
        also: async (tx) => {
          await writeSignUpRule(tx, rule)
          await recordSecurity({ kind: 'signUpRuleChanged', uid: actor.uid, caller, detail: { rule } }, tx)
        },
      },
    )
    return { rule }
  })

/** GET /admin/invitations. */
export const handleListInvitations = ({ address, hasMailServer }: Accounts) =>
  implementCall(listInvitationsCall, async ({ platform, origin }) => ({
    invitations: await listInvitations(platform.db),
    mailsLeave: hasMailServer && (await address.ofMail(origin)).isConfirmed,
    rule: await signUpRuleOf(platform.db),
  }))

/** POST /admin/invitations. */
export const handleAddInvitation = (accounts: Accounts) =>
  implementCall(addInvitationCall, async ({ actor, body, platform, origin, ...caller }) => {
    const email = body.email ?? null
    if (email !== null && (await uidOfSignIn(platform.db, email)) !== undefined)
      throw refusal(invitationRefusals, 'ALREADY_JOINED', { fields: { email: invitationRefusals.ALREADY_JOINED.message } })
    const at = await accounts.address.ofMail(origin)
    const isMailed = email !== null && accounts.hasMailServer && at.isConfirmed
    const { invitation, secret } = await platform.transaction(async (tx) => {
      const issued = await issueInvitation(tx, { email, isMailed, byUid: actor.uid, nowMs: platform.nowMs() })
      await accounts.recordSecurity({ kind: 'invitationMade', uid: actor.uid, caller, detail: { invitation: issued.invitation.id } }, tx)
      return issued
    })
    if (email === null) return { invitation, link: invitationLink(at.origin, secret) }
    try {
      await mailInvitation(platform, accounts, { email, secret, at })
    } catch (error) {
      // nobody would ever get the link of this invitation
      await platform.transaction((tx) => revokeInvitation(tx, invitation.id))
      throw error
    }
    return { invitation, link: null }
  })

/** DELETE /admin/invitations/{id}. */
export const handleRevokeInvitation = ({ recordSecurity }: Accounts) =>
  implementCall(revokeInvitationCall, async ({ actor, params: { id }, platform, ...caller }) => {
    await platform.transaction(async (tx) => {
      await revokeInvitation(tx, id)
      await recordSecurity({ kind: 'invitationRevoked', uid: actor.uid, caller, detail: { invitation: id } }, tx)
    })
    return { message: 'Invitation withdrawn' }
  })

/** POST /identity/check-invitation. */
export const handleCheckInvitation = ({ limits }: Accounts) =>
  implementPublicCall(checkInvitationCall, async ({ body, platform, clientAddress }) => {
    limits.passThrough(clientAddress, 'invitation')
    if ((await signUpRuleOf(platform.db)) === 'off') throw refusal(signUpRefusals, 'SIGN_UP_OFF')
    const { email } = await requireOpenInvitation(platform.db, hashOf(body.invitation))
    return { email }
  })
