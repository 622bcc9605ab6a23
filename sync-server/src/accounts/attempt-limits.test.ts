import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TooMany } from '../platform/kernel/too-many.ts'
import { AttemptLimits, CODES_ON_NEW_DEVICES, type CodeAttempt, type SignInAttempt } from './attempt-limits.ts'

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

/** Number of codes that are let through until one is refused. */
function guesses(limits: AttemptLimits, attempt: CodeAttempt): number {
  for (let n = 0; ; n++)
    try {
      limits.code(attempt)
    } catch {
      return n
    }
}

it('new devices enter few codes a day for one account, while known devices and proofs have counts of their own', () => {
  const limits = new AttemptLimits()
  const signingIn = (uid: string, device?: string) => guesses(limits, { uid, purpose: 'signing in', device })
  const proving = (session: string) => guesses(limits, { uid: 'ann', purpose: 'proving', session })
  expect(signingIn('ann')).toBe(CODES_ON_NEW_DEVICES)
  for (const own of [() => signingIn('ann', 'phone'), () => signingIn('ann', 'till'), () => proving('one'), () => signingIn('bob')])
    expect(own()).toBeGreaterThanOrEqual(CODES_ON_NEW_DEVICES)
  let year = 0
  for (let hour = 0; hour < 365 * 24; hour++) {
    vi.advanceTimersByTime(3_600_000)
    year += signingIn('ann')
  }
  expect(year).toBeLessThanOrEqual(365 * CODES_ON_NEW_DEVICES)
  expect(signingIn('ann')).toBe(0)
  limits.allowCodesAgain('ann')
  expect(signingIn('ann')).toBe(CODES_ON_NEW_DEVICES)
  limits.allowCodesAgain('ann')
  expect(signingIn('ann')).toBe(0)
})

it('each session enters a few codes, and all sessions of an account together guess for a year no more than one', () => {
  const limits = new AttemptLimits()
  const proving = (session: string) => guesses(limits, { uid: 'ann', purpose: 'proving', session })
  expect([proving('stolen'), proving('own'), proving('stolen')]).toEqual([10, 10, 0])
  const sessions = Array.from({ length: 20 }, (_, n) => `stolen ${n}`)
  const all = () => sessions.reduce((sum, session) => sum + proving(session), 0)
  expect(all()).toBe(30)
  let year = 0
  for (let hour = 0; hour < 365 * 24; hour++) {
    vi.advanceTimersByTime(3_600_000)
    year += all()
  }
  expect(year).toBeLessThanOrEqual(365 * 20)
  expect(guesses(limits, { uid: 'ann', purpose: 'confirming', session: 'own' })).toBe(10)
  expect(guesses(limits, { uid: 'bob', purpose: 'proving', session: 'bob’s' })).toBe(10)
})

it('an account whose codes are used up gives nobody else codes again, however many sessions it has', () => {
  const limits = new AttemptLimits()
  const onPhone: CodeAttempt = { uid: 'bob', purpose: 'signing in', device: 'phone' }
  expect([guesses(limits, onPhone), guesses(limits, onPhone)]).toEqual([10, 0])
  let all = 0
  for (let n = 0; n < 50_051; n++) all += guesses(limits, { uid: 'ann', purpose: 'proving', session: `${n}` })
  expect(all).toBe(50)
  expect(guesses(limits, onPhone)).toBe(0)
})

it('one person who gives the right password all the time keeps nobody else at the same address from a proof', () => {
  const limits = new AttemptLimits()
  const prove = (account: string) => limits.signIn({ address: '192.0.2.1', account, session: `of ${account}` })
  const flood = () => {
    for (let n = 0; n < 1_000; n++) {
      prove('consignor')
      limits.signedIn({ address: '192.0.2.1', account: 'consignor', session: 'of consignor' })
    }
  }
  expect(flood).toThrow()
  prove('admin')
})

/** The seconds that a refused attempt has to wait; 0 for one that is let through. */
function waitOf(limits: AttemptLimits, attempt: SignInAttempt): number {
  try {
    limits.signIn(attempt)
    return 0
  } catch (error) {
    if (error instanceof TooMany) return error.retryAfterSeconds
    throw error
  }
}

it('passwords that one session may not try do not keep the account from forgetting a wrong one', () => {
  const limits = new AttemptLimits()
  const inSession = () => waitOf(limits, { address: '192.0.2.1', account: 'ann', session: 'stolen' })
  const elsewhere = (network: number) => waitOf(limits, { address: `198.51.100.${network}`, account: 'ann' })
  const isRefused = () => inSession() > 0
  for (let wait = 0; wait < 480; wait = inSession()) vi.advanceTimersByTime(wait * 1_000)
  let network = 0
  while (elsewhere(network) === 0) network++
  // one wrong password is forgotten after five minutes
  for (let second = 0; second < 310; second += 10) {
    expect(isRefused()).toBe(true)
    vi.advanceTimersByTime(10_000)
  }
  expect([elsewhere(network + 1), elsewhere(network + 2)]).toEqual([0, 30])
})

it('an account whose passwords are used up gives no session of another person more, however many sessions it has', () => {
  const limits = new AttemptLimits()
  const inSession = (account: string, session: number) => waitOf(limits, { address: '192.0.2.1', account, session: `${session}` })
  for (let n = 0; n < 10; n++) expect(inSession('bob', 1)).toBe(0)
  let all = 0
  for (let n = 0; n < 50_101; n++) if (inSession('ann', n) === 0) all++
  expect(all).toBe(100)
  expect(inSession('bob', 1)).toBe(30)
})

it('one session that guesses for a day, as often as it may, keeps no other session from a proof', () => {
  const limits = new AttemptLimits()
  const password = (session: string) => limits.signIn({ address: '192.0.2.1', account: 'ann', session })
  const isLetThrough = (attempt: () => void) => {
    try {
      attempt()
      return true
    } catch {
      return false
    }
  }
  for (let second = 0; second < 86_400; second += 10) {
    isLetThrough(() => password('stolen'))
    guesses(limits, { uid: 'ann', purpose: 'proving', session: 'stolen' })
    vi.advanceTimersByTime(10_000)
  }
  expect(isLetThrough(() => password('own'))).toBe(true)
  expect(isLetThrough(() => limits.code({ uid: 'ann', purpose: 'proving', session: 'own' }))).toBe(true)
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
