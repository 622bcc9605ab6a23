import * as z from 'zod/mini'

/** Maximum length of a sealed part, which contains a whole push in base64url. */
export const MAX_SEALED_CHARACTERS = 6_000_000
/** Maximum size of a request with one sealed part, in bytes. */
export const MAX_SEALED_BODY_BYTES = MAX_SEALED_CHARACTERS + 1_000

const base64 = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/, 'Not base64url'))

/** Work of a person who signed out, encrypted on the device for the shop's server: ECDH on P-256, HKDF with SHA-256, AES-256-GCM. All fields are
 *  base64url. */
export const sealedPartSchema = z.object({
  /** The device's one-time public key, an uncompressed point. */
  key: base64(100),
  nonce: base64(20),
  sealed: base64(MAX_SEALED_CHARACTERS),
})
/** A sealed part. */
export type SealedPart = z.infer<typeof sealedPartSchema>

/** Purpose of the derived key (the `info` of HKDF): a key derived for another purpose opens no sealed work. */
export const SEALING_INFO = 'consignment shop, sealed work, 1'

/** The only part of the sealed text that the server reads: the owner of the work. */
export const sealedOwnerSchema = z.looseObject({ uid: z.string() })
