import { expect, it } from 'vitest'
import { isSameSecret } from './same-secret.ts'

it('two secrets are the same only when every byte is', () => {
  expect(isSameSecret('a secret', 'a secret')).toBe(true)
  expect(isSameSecret('a secret', Buffer.from('a secret'))).toBe(true)
  for (const other of ['', 'a secre', 'a secret ', 'b secret', 'a secreT']) expect(isSameSecret(other, 'a secret')).toBe(false)
})
