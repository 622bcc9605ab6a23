import { defineRefusals } from '../kernel/errors.ts'
import { INVITATION_DAYS, MAX_OPEN_INVITATIONS } from './rules/sign-up.ts'

/** Refusals to somebody who wants to create an account. */
export const signUpRefusals = defineRefusals({
  SIGN_UP_OFF: { status: 403, message: 'This shop takes no new accounts. If you have one, please sign in.' },
  INVITATION_NEEDED: {
    status: 403,
    message: 'Only invited people can create an account here. Please open the link of your invitation, or ask the shop for one.',
  },
  INVITATION_UNKNOWN: {
    status: 409,
    message: 'This is not the whole link of an invitation, or the invitation ended long ago. Please ask the shop.',
  },
  INVITATION_USED: { status: 409, message: 'Somebody has created an account with this invitation already. If it was you, please sign in.' },
  INVITATION_OLD: { status: 409, message: `This invitation is older than ${INVITATION_DAYS} days. Please ask the shop for a new one.` },
  INVITATION_REVOKED: { status: 409, message: 'The shop has withdrawn this invitation. Please ask there for a new one.' },
  INVITATION_OTHER_EMAIL: {
    status: 409,
    message: 'This invitation is for another e-mail address. Please enter the address to which the shop sent it.',
  },
})

/** Refusals to an admin who invites people. */
export const invitationRefusals = defineRefusals({
  ALREADY_JOINED: { status: 409, message: 'Somebody signs in with this e-mail already.' },
  TOO_MANY_INVITATIONS: {
    status: 409,
    message: `There are ${MAX_OPEN_INVITATIONS} open invitations already. Please withdraw some of them first.`,
  },
  INVITATION_NOT_FOUND: { status: 404, message: 'This invitation does not exist (any more).' },
  INVITATION_ENDED: { status: 409, message: 'This invitation was used or withdrawn already.' },
})
