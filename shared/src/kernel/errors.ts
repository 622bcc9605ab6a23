import * as z from 'zod/mini'

/** HTTP statuses of refusals. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 429 | 503

/** Declaration of a refusal. `message`: the sentence shown unless the rule gives another; `retryable`: the same request may succeed later. */
export type RefusalSpec = { status: RefusalStatus; message: string; retryable?: boolean }

/** Declares the refusals of a feature by their codes. A code is in UPPER_SNAKE case and unique across the product. */
export function defineRefusals<Specs extends Record<string, RefusalSpec>>(specs: Specs): Specs {
  return specs
}

/** One sentence per wrong field, keyed by the field's path (`lines.0.quantity`). */
export type FieldMessages = Record<string, string>

/** Error of a rule that says no. An error that is not a Refusal is a bug or an outage. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: string,
    readonly status: RefusalStatus,
    message: string,
    readonly fields?: FieldMessages,
    readonly retryable = false,
    /** Data that the client needs for its next request, such as the ticket of a second step. */
    readonly details?: Readonly<Record<string, string>>,
  ) {
    super(message)
  }
}

/** Builds the Refusal of a declared code. `message` replaces the declared sentence. */
export function refusal<Specs extends Record<string, RefusalSpec>>(
  specs: Specs,
  code: keyof Specs & string,
  more: { message?: string; fields?: FieldMessages; details?: Readonly<Record<string, string>> } = {},
): Refusal {
  const spec = specs[code] as RefusalSpec
  return new Refusal(code, spec.status, more.message ?? spec.message, more.fields, spec.retryable, more.details)
}

/** Refusals that belong to no feature. */
export const kernelRefusals = defineRefusals({
  INVALID: { status: 400, message: 'Please check the marked fields.' },
  SIGN_IN_REQUIRED: { status: 401, message: 'Please sign in.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  /** Not 401, because the session is still valid. */
  PROOF_NEEDED: { status: 403, message: 'Please show that it is you: your last sign-in or proof on this device is too long ago for this.' },
  NOT_FOUND: { status: 404, message: 'This does not exist (any more).' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take requests of this kind.' },
  ID_REUSED: { status: 409, message: 'This id was already used for something else. Nothing was changed.' },
  COMMAND_UNKNOWN: {
    status: 409,
    message: 'This shop’s server is older than this app. Your work is kept and sent after its update.',
    retryable: true,
  },
  PROTOCOL_UNSUPPORTED: { status: 409, message: 'This app is too old for the shop’s server. Please reload to update; your work is kept.' },
  PAYOUTS_CLOSED: {
    status: 409,
    message: 'The shop was restored from a backup. Payouts stay closed until an admin has checked and confirmed it.',
    retryable: true,
  },
  /** For a command that the shop accepted before it was restored from a backup. */
  REPLAY_WAITS: {
    status: 409,
    message: 'The shop was restored from a backup. This waits on the server until another device has sent what comes before it.',
    retryable: true,
  },
  TOO_LARGE: { status: 413, message: 'This is too much at once.' },
  TYPE_UNSUPPORTED: { status: 415, message: 'The body has no content type that this address takes.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.', retryable: true },
  TOO_MANY_STREAMS: {
    status: 429,
    message: 'Too many devices of this account listen for news already. This one looks for them every half minute.',
    retryable: true,
  },
  UNAVAILABLE: { status: 503, message: 'The server cannot do this right now. Please try again in a moment.', retryable: true },
})

/** Body of every refused answer. */
export const refusalBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  details: z.optional(z.record(z.string(), z.string())),
})

/** Number of mistakes that an INVALID refusal names, more than any form has fields. The server keeps and sends each refusal of a command. */
const MAX_ISSUES = 200

/** Builds the INVALID refusal of a zod error: it has the first message of each field, and the first of all as its sentence. */
export function invalid(error: z.core.$ZodError): Refusal {
  const fields: FieldMessages = {}
  for (const issue of error.issues.slice(0, MAX_ISSUES)) fields[issue.path.join('.')] ??= issue.message
  return refusal(kernelRefusals, 'INVALID', { message: error.issues[0]?.message ?? kernelRefusals.INVALID.message, fields })
}
