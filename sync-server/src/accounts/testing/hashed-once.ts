import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Passwords } from '../identity.ts'

const answers = new Map<string, Promise<unknown>>()

function once<T>(question: string[], ask: () => Promise<T>): Promise<T> {
  const key = JSON.stringify(question)
  const known = answers.get(key) ?? ask()
  answers.set(key, known)
  return known as Promise<T>
}

/** The identity provider's hashes, each computed once, because tests use the same few passwords and a hash takes a tenth of a second. */
export const hashedOnce = {
  hash: (password: string) => once([password], () => hashPassword(password)),
  verify: ({ hash, password }: { hash: string; password: string }) => once([hash, password], () => verifyPassword({ hash, password })),
} satisfies Passwords
