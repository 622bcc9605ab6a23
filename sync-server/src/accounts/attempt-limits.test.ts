import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AttemptLimits } from './attempt-limits.ts'

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
