import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { accountRefusals } from '../errors.ts'
import { INVITATION_DAYS, invitationTokenSchema, signUpRuleSchema } from '../rules/sign-up.ts'
import { emailSchema } from '../rules.ts'
import { invitationRefusals, signUpRefusals } from '../sign-up-errors.ts'

/** Tells who may create an account. */
export const getSignUpRuleCall = defineCall({
  name: 'accounts.getSignUpRule',
  method: 'GET',
  path: '/admin/sign-up-rule',
  access: 'admin',
  summary: 'Says who may create an account: everybody (`open`), only invited people (`invited`), or nobody (`off`).',
  output: z.object({ rule: signUpRuleSchema }),
})

/** Sets who may create an account. */
export const setSignUpRuleCall = defineCall({
  name: 'accounts.setSignUpRule',
  method: 'PUT',
  path: '/admin/sign-up-rule',
  access: 'admin',
  assurance: 'second',
  summary: 'Sets who may create an account, by password or by a provider. Existing accounts sign in as before. Audited.',
  body: z.object({ rule: signUpRuleSchema }),
  output: z.object({ rule: signUpRuleSchema }),
})

/** An invitation as admins see it, without the secret of its link. */
export const invitationSchema = z.object({
  id: z.string(),
  /** The only e-mail that the invitation is for; null when anybody with the link may use it. */
  email: z.nullable(z.string()),
  state: z.enum(['open', 'used', 'old', 'revoked']),
  /** Name or e-mail of the admin who made the invitation. */
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
/** An invitation as admins see it. */
export type Invitation = z.infer<typeof invitationSchema>

/** Lists the open invitations, then the newest ended ones. */
export const listInvitationsCall = defineCall({
  name: 'accounts.listInvitations',
  method: 'GET',
  path: '/admin/invitations',
  access: 'admin',
  summary: 'Lists the newest invitations: the open ones, and ended ones of the last months.',
  output: z.object({
    invitations: z.array(invitationSchema),
    /** True when the shop sends mails with a link. Otherwise an admin has to hand them on. */
    mailsLeave: z.boolean(),
    rule: signUpRuleSchema,
  }),
})

/** Invites a person by mail, or makes a link that the admin hands on. */
export const addInvitationCall = defineCall({
  name: 'accounts.addInvitation',
  method: 'POST',
  path: '/admin/invitations',
  access: 'admin',
  assurance: 'recent',
  summary: `Invites somebody to create an account within ${INVITATION_DAYS} days: mails the link to \`email\`, or returns a link for anybody if \`email\` is absent. An invitation works once. One to the same e-mail replaces the earlier one.`,
  body: z.object({ email: z.optional(emailSchema) }),
  output: z.object({
    invitation: invitationSchema,
    /** The link, which no later answer contains; null when it was mailed. */
    link: z.nullable(z.string()),
  }),
  refusals: { ALREADY_JOINED: invitationRefusals.ALREADY_JOINED, TOO_MANY_INVITATIONS: invitationRefusals.TOO_MANY_INVITATIONS },
})

/** Withdraws an invitation that nobody has used. */
export const revokeInvitationCall = defineCall({
  name: 'accounts.revokeInvitation',
  method: 'DELETE',
  path: '/admin/invitations/{id}',
  access: 'admin',
  summary: 'Withdraws an invitation that nobody has used.',
  params: z.object({ id: z.string() }),
  output: z.object({ message: z.string() }),
  refusals: { INVITATION_NOT_FOUND: invitationRefusals.INVITATION_NOT_FOUND, INVITATION_ENDED: invitationRefusals.INVITATION_ENDED },
})

const { SIGN_UP_OFF, INVITATION_UNKNOWN, INVITATION_USED, INVITATION_OLD, INVITATION_REVOKED } = signUpRefusals

/** Checks the link of an invitation before its reader fills in the form. */
export const checkInvitationCall = defineCall({
  name: 'accounts.checkInvitation',
  method: 'POST',
  path: '/identity/check-invitation',
  access: 'public',
  summary: 'Checks the link of an invitation without using it, and returns the e-mail that it is for (null for any).',
  body: z.object({ invitation: invitationTokenSchema }),
  output: z.object({ email: z.nullable(z.string()) }),
  refusals: {
    SIGN_UP_OFF,
    INVITATION_UNKNOWN,
    INVITATION_USED,
    INVITATION_OLD,
    INVITATION_REVOKED,
    TOO_MANY_ATTEMPTS: accountRefusals.TOO_MANY_ATTEMPTS,
  },
})
