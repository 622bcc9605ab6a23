import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AttemptLimits, CODES_ON_NEW_DEVICES, type CodeAttempt } from './attempt-limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('a network may make 120 accounts in a row and then one a minute, and an account that could not be made does not count', async () => {
  const limits = new AttemptLimits()
  const make = (address = '192.0.2.1') => limits.newAccount(address, async () => 'made')
  const failing = () => limits.newAccount('192.0.2.1', () => Promise.reject(new Error('in use')))
  for (let n = 0; n < 200; n++) await expect(failing()).rejects.toThrow('in use')
  for (let n = 0; n < 120; n++) expect(await make()).toBe('made')
  await expect(make()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
  expect(await make('192.0.2.2')).toBe('made')
  vi.advanceTimersByTime(60_000)
  expect(await make()).toBe('made')
  await expect(make()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
})

it('new devices enter few codes a day for one account, while known devices and proofs have counts of their own', () => {
  const limits = new AttemptLimits()
  /** Number of codes that are let through until one is refused. */
  const guesses = (attempt: Partial<CodeAttempt> = {}) => {
    for (let n = 0; ; n++)
      try {
        limits.code({ uid: 'ann', purpose: 'signing in', device: undefined, ...attempt })
      } catch {
        return n
      }
  }
  expect(guesses()).toBe(CODES_ON_NEW_DEVICES)
  for (const own of [{ device: 'phone' }, { device: 'till' }, { purpose: 'proving' }, { uid: 'bob' }] as const)
    expect(guesses(own)).toBeGreaterThanOrEqual(CODES_ON_NEW_DEVICES)
  let [year, proofs] = [0, guesses({ purpose: 'proving' })]
  for (let hour = 0; hour < 365 * 24; hour++) {
    vi.advanceTimersByTime(3_600_000)
    year += guesses()
    proofs += guesses({ purpose: 'proving' })
  }
  expect(year).toBeLessThanOrEqual(365 * CODES_ON_NEW_DEVICES)
  expect(proofs).toBeLessThanOrEqual(365 * 20)
  expect(guesses()).toBe(0)
  limits.allowCodesAgain('ann')
  expect(guesses()).toBe(CODES_ON_NEW_DEVICES)
  limits.allowCodesAgain('ann')
  expect(guesses()).toBe(0)
})

it('requests for a mailbox that has had all its mails do not count towards the limit of the asking network', () => {
  const limits = new AttemptLimits()
  const asked = (email: string) => {
    try {
      limits.proofMail('192.0.2.1', email)
      return true
    } catch {
      return false
    }
  }
  expect(Array.from({ length: 300 }, () => asked('ann@example.org')).filter(Boolean)).toHaveLength(5)
  expect(asked('bob@example.org')).toBe(true)
})
