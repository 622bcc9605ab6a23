import { createHash, randomBytes } from 'node:crypto'

/** Makes a secret of 256 random bits that can stand in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a secret for storage, so that nobody who reads the database can sign in with it. The hash needs no salt, because the secret has so many
 *  random bits. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
