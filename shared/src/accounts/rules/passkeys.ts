import * as z from 'zod/mini'
import { requiredText } from '../../kernel/text.ts'

/** Maximum number of passkeys of one person. */
export const MAX_PASSKEYS = 20

/** A passkey's name, such as that of the device that holds it. */
export const passkeyNameSchema = requiredText(60, 'Please name this passkey')

/** A passkey as its owner sees it. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The only host of the shop at which the passkey can sign in. */
  host: z.string(),
  createdAt: z.string(),
  /** Null before its first use. */
  lastUsedAt: z.nullable(z.string()),
})
/** A passkey as its owner sees it. */
export type Passkey = z.infer<typeof passkeySchema>

const part = (maxLength: number) => z.string().check(z.maxLength(maxLength, 'This is no passkey'))
const credential = { id: part(400), type: z.literal('public-key') }

/** A browser's answer after making a passkey, in the JSON form of WebAuthn. Binary parts are in base64url. */
export const passkeyMadeSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part(1_000),
    attestationObject: part(2_000),
    transports: z.optional(z.array(part(20)).check(z.maxLength(8, 'This is no passkey'))),
  }),
  clientExtensionResults: z.optional(z.looseObject({})),
})

/** A browser's answer after using a passkey, and the ticket of its challenge. */
export const passkeyAnswerSchema = z.object({
  ticket: part(200),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: part(1_000),
      authenticatorData: part(500),
      signature: part(800),
      userHandle: z.optional(part(200)),
    }),
    clientExtensionResults: z.optional(z.looseObject({})),
  }),
})
/** A browser's answer after using a passkey, and the ticket of its challenge. */
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>
