import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 bits, safe in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a secret for storage, so that nobody who reads the database can sign in with it. So many random bits need no salt. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
