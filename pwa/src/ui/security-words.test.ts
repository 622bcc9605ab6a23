import { expect, test } from 'vitest'
import { securityWords } from './security-words.ts'

test('an entry of the security record says what happened, how, and how often', () => {
  const words = (detail: Record<string, string>, kind: Parameters<typeof securityWords>[0]['kind'], result = 'done', count = 1) =>
    securityWords({ kind, result: result as 'done', detail, count })
  expect(words({ by: 'password' }, 'signIn')).toBe('Signed in')
  expect(words({ by: 'google', device: 'new' }, 'signIn')).toBe('Signed in · Google · new device')
  expect(words({ by: 'password' }, 'signIn', 'refused', 50)).toBe('Sign-in refused · 50 times within the hour')
  expect(words({ to: 'admin' }, 'roleChanged')).toBe('Role changed · now administrator')
  expect(words({ by: 'night', encrypted: 'no' }, 'backupMade')).toBe('Backup made · not encrypted')
  expect(words({}, 'emailProved', 'refused')).toBe('E-mail address proved: refused')
})
