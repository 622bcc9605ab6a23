import * as z from 'zod/mini'

/** Rule of creating accounts. `open`: everybody may create one; `invited`: people with an invitation; `off`: nobody. */
export const signUpRuleSchema = z.enum(['open', 'invited', 'off'])
/** Rule of creating accounts. */
export type SignUpRule = z.infer<typeof signUpRuleSchema>

/** Days for which an invitation is valid. */
export const INVITATION_DAYS = 14
/** Maximum number of invitations that are open at the same time. */
export const MAX_OPEN_INVITATIONS = 200
/** Days after its end for which an invitation is kept, so that its link can say why it does not work. */
export const INVITATION_KEEP_DAYS = 90

/** The secret of an invitation's link. */
export const invitationTokenSchema = z.string().check(z.maxLength(200))
