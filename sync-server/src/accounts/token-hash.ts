import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 bits, fit for an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What of a secret is kept: who reads the database cannot sign in with it. A secret of so many random bits needs no salt. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
