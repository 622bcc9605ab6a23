import { describe, expect, it } from 'vitest'
import { displayNameSchema, emailSchema, givenPasswordSchema, newPasswordSchema } from './rules.ts'

describe('sign-up data', () => {
  it.each(['a@b.co', 'first.last+tag@example.org', `${'x'.repeat(60)}@example.org`])('accepts the e-mail %s', (email) => {
    expect(emailSchema.parse(` ${email.toUpperCase()} `)).toBe(email)
  })

  it.each(['', ' ', 'a', 'a@', '@b.co', 'a b@c.de', 'a@b', 'a@b.co\u0000', `${'x'.repeat(260)}@example.org`, null, 7, {}])(
    'refuses the e-mail %j',
    (email) => {
      expect(emailSchema.safeParse(email).error?.issues[0]?.message).toBe('Invalid email address.')
    },
  )

  it('keeps a password as it was typed, from 6 to 128 characters', () => {
    for (const password of ['123456', ' spaces ', 'ünïcödé', '👩‍👧👩‍👧', 'x'.repeat(128), '👩'.repeat(64)])
      expect(newPasswordSchema.parse(password)).toBe(password)
    for (const password of ['', '12345', null, 123456]) {
      expect(newPasswordSchema.safeParse(password).error?.issues[0]?.message).toBe('Password should be at least 6 characters.')
    }
    for (const password of ['x'.repeat(129), '👩'.repeat(65)])
      expect(newPasswordSchema.safeParse(password).error?.issues[0]?.message).toBe('Password should be at most 128 characters.')
    for (const password of ['12345\u0000', '12345\ud800']) expect(newPasswordSchema.safeParse(password).success).toBe(false)
  })

  it('accepts every password at sign-in, except an empty or a very long one', () => {
    expect(givenPasswordSchema.safeParse('1').success).toBe(true)
    expect(givenPasswordSchema.safeParse('').error?.issues[0]?.message).toBe('Please enter your password')
    expect(givenPasswordSchema.safeParse('x'.repeat(1_001)).success).toBe(false)
  })

  it('requires a name of up to 100 characters', () => {
    expect(displayNameSchema.parse(' Ann ')).toBe('Ann')
    expect(displayNameSchema.safeParse('  ').error?.issues[0]?.message).toBe('Please enter your name')
    expect(displayNameSchema.safeParse('x'.repeat(101)).success).toBe(false)
  })
})
