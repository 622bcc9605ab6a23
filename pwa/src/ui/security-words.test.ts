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
  expect(words({ after: 'password', why: 'CODE_WRONG' }, 'secondStep', 'refused', 20)).toBe(
    'Second step of a sign-in refused · wrong code · after the right password · 20 times that day',
  )
  expect(words({ after: 'discord', why: 'RECOVERY_CODE_WRONG' }, 'secondStep', 'refused')).toBe(
    'Second step of a sign-in refused · wrong or used recovery code · after Discord',
  )
  expect(words({ by: 'passkey', why: 'PASSKEY_UNKNOWN' }, 'signIn', 'refused')).toBe('Sign-in refused · unknown passkey')
  expect(words({ why: 'A_LATER_REASON' }, 'identityProved', 'refused')).toBe('Proof of identity refused')
  expect(words({ by: 'setUp', why: 'SET_UP_CODE_WRONG' }, 'signUp', 'refused')).toBe('Set-up of the shop refused · wrong set-up code')
  expect(words({ by: 'commandLine', encrypted: 'yes' }, 'backupMade')).toBe('Backup made · on the shop’s machine · encrypted')
  expect(words({}, 'backupMade', 'refused')).toBe('Backup made: refused')
})
