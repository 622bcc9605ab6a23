import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { administrationRefusals } from '../administration-errors.ts'
import { emailProofRefusals } from '../email-proof-errors.ts'
import { accountRefusals } from '../errors.ts'
import { emailCodeSchema, givenPasswordSchema } from '../rules.ts'

const { ACCOUNT_NOT_FOUND, TOO_MANY_ATTEMPTS, CURRENT_PASSWORD_WRONG } = accountRefusals
const { EMAIL_CODE_WRONG, EMAIL_CODE_OLD, EMAIL_LINK_OLD, EMAIL_LINK_NEEDS_PASSWORD, EMAIL_PROVED_ALREADY } = emailProofRefusals
const { ACCOUNT_CLOSED, NOBODY_SIGNS_IN } = administrationRefusals

/** Hours for which the link and the code of a mail are valid. */
export const EMAIL_PROOF_HOURS = 24

/** `confirmed`: this request confirmed the address. `already`: the address was confirmed before. */
const provedSchema = z.object({ email: z.string(), state: z.enum(['confirmed', 'already']) })
/** Outcome of proving an address. */
export type Proved = z.infer<typeof provedSchema>

/** Mails the caller a new link and a new code. */
export const requestEmailProofCall = defineCall({
  name: 'accounts.requestEmailProof',
  method: 'POST',
  path: '/identity/request-email-proof',
  access: 'user',
  admitsOutsiders: true,
  summary: `Mails the caller a link and a six-digit code that confirm the e-mail. Both are valid for ${EMAIL_PROOF_HOURS} hours, and only those of the newest mail.`,
  output: z.object({ email: z.string() }),
  refusals: { EMAIL_PROVED_ALREADY, TOO_MANY_ATTEMPTS },
})

/** Confirms the caller's e-mail with the mailed code. */
export const proveEmailCall = defineCall({
  name: 'accounts.proveEmail',
  method: 'POST',
  path: '/identity/prove-email',
  access: 'user',
  admitsOutsiders: true,
  summary: 'Confirms the caller’s e-mail with the six-digit code of the newest mail. A few wrong attempts void the code.',
  body: z.object({ code: emailCodeSchema }),
  output: provedSchema,
  refusals: { EMAIL_CODE_WRONG, EMAIL_CODE_OLD, TOO_MANY_ATTEMPTS },
})

/** Confirms an e-mail by the mailed link, on any device. */
export const proveEmailByLinkCall = defineCall({
  name: 'accounts.proveEmailByLink',
  method: 'POST',
  path: '/identity/prove-email-by-link',
  access: 'public',
  summary:
    'Confirms an e-mail by the mailed link. Besides the link, it needs a session of the account or its password. Otherwise somebody who opens a mail that they never asked for would confirm an account that a stranger made with their address.',
  body: z.object({
    token: z.string().check(z.minLength(1, EMAIL_LINK_OLD.message), z.maxLength(200, EMAIL_LINK_OLD.message)),
    password: z.optional(givenPasswordSchema),
  }),
  output: provedSchema,
  refusals: { EMAIL_LINK_OLD, EMAIL_LINK_NEEDS_PASSWORD, CURRENT_PASSWORD_WRONG, TOO_MANY_ATTEMPTS },
})

/** Lets an admin vouch that an e-mail belongs to its person. */
export const vouchForEmailCall = defineCall({
  name: 'accounts.vouchForEmail',
  method: 'POST',
  path: '/auth/users/{id}/vouch',
  access: 'admin',
  assurance: 'second',
  summary: 'Marks the e-mail of this account as confirmed because an admin vouches for it. Audited.',
  params: z.object({ id: z.string() }),
  output: z.object({ message: z.string() }),
  refusals: { ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, NOBODY_SIGNS_IN },
})
