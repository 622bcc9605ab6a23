import * as z from 'zod/mini'

/** Rule of creating accounts: everybody may, only somebody with an invitation, or nobody. */
export const signUpRuleSchema = z.enum(['open', 'invited', 'off'])
/** Rule of creating accounts. */
export type SignUpRule = z.infer<typeof signUpRuleSchema>

/** Days for which an invitation is valid. */
export const INVITATION_DAYS = 14
/** Most invitations that are open at once. */
export const MAX_OPEN_INVITATIONS = 200
/** Days after its end for which an invitation is kept, so that its link can say why it does not work. */
export const INVITATION_KEEP_DAYS = 90

/** The secret of an invitation's link, as it comes from the address. */
export const invitationTokenSchema = z.string().check(z.maxLength(200))
