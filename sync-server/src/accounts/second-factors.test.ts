import { randomBytes } from 'node:crypto'
import { secondFactorRefusals } from '@shop/shared/accounts/second-factor-errors.ts'
import type { Refusal } from '@shop/shared/kernel/errors.ts'
import { Secret } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { seal, unseal } from './sealed.ts'
import { stepOf } from './second-factors.ts'
import { codeOf, setUpCodes, wrongCodeOf } from './testing/authenticator.ts'

const PERIOD_MS = 30_000

describe('the time step of a code', () => {
  const secret = new Secret({ size: 20 }).base32
  // one second after the beginning of a step, so that the tolerance is measured from a known moment
  const nowMs = 1_700_000_000_000 - (1_700_000_000_000 % PERIOD_MS) + 1_000
  const outcome = (steps: number, options = {}) => {
    try {
      return stepOf(secret, codeOf(secret, steps, nowMs), nowMs, options) - Math.floor(nowMs / PERIOD_MS)
    } catch (thrown) {
      return (thrown as Refusal).code
    }
  }

  it('may be one step too early or too late; two to ten steps are an error about the clock, and more are a wrong code', () => {
    expect([-1, 0, 1].map((steps) => outcome(steps))).toEqual([-1, 0, 1])
    expect([-10, -2, 2, 10].map((steps) => outcome(steps))).toEqual([
      'CODE_CLOCK_OFF',
      'CODE_CLOCK_OFF',
      'CODE_CLOCK_OFF',
      'CODE_CLOCK_OFF',
    ])
    expect([-11, 11].map((steps) => outcome(steps))).toEqual(['CODE_WRONG', 'CODE_WRONG'])
  })

  it('is just wrong for a guesser while it is not valid yet', () => {
    const asGuesser = (steps: number) => outcome(steps, { tellsLater: false })
    expect([-10, -2, -1, 0, 1].map(asGuesser)).toEqual(['CODE_CLOCK_OFF', 'CODE_CLOCK_OFF', -1, 0, 1])
    expect([2, 10].map(asGuesser)).toEqual(['CODE_WRONG', 'CODE_WRONG'])
  })

  it('follows the published test values of RFC 6238', () => {
    const published = Secret.fromLatin1('12345678901234567890').base32
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [20_000_000_000, '353130'],
    ] as const)
      expect(stepOf(published, code, seconds * 1_000)).toBe(Math.floor(seconds / 30))
  })
})

describe('a sealed secret', () => {
  it('opens only for its owner, only unchanged, and only with the secret that sealed it', () => {
    const sealed = seal('key', 'ann', 'the secret')
    expect(sealed).not.toBe(seal('key', 'ann', 'the secret'))
    expect(unseal('key', 'ann', sealed)).toBe('the secret')
    expect(() => unseal('key', 'bob', sealed)).toThrow()
    expect(() => unseal('another', 'ann', sealed)).toThrow()
    expect(() => unseal('key', 'ann', Buffer.from(randomBytes(60)).toString('base64url'))).toThrow()
  })
})

forEachDatabase('a second factor', (open) => {
  let shop: TestShop
  let admin: string
  let uid: string

  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    uid = (await shop.ask('GET', '/auth/me', undefined, { token: admin })).body.uid
  })

  const post = (path: string, body: unknown, token?: string) => shop.ask('POST', path, body, { token })
  const password = () => post('/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD })
  const secondStep = (body: object) => post('/identity/sign-in/second-step', body)
  const ticketOf = async () => (await password()).body.details.ticket as string
  const factors = async () => (await shop.ask('GET', '/identity/second-factor', undefined, { token: admin })).body
  const age = () =>
    sql`update identity_sessions set "createdAt" = now() - interval '16 minutes', proved_at = null, second_at = null`.execute(
      shop.platform.db,
    )
  const correct = (token = admin) => shop.ask('PUT', `/sales/balance/${uid}`, { balance: 5 }, { token })

  const setUp = (token = admin) => setUpCodes(shop, token)

  it('is switched on by its first right code; a wrong first code changes nothing', async () => {
    const { body: started } = await post('/identity/second-factor/codes/start', undefined, admin)
    expect(started.url).toContain(`secret=${started.secret}`)
    const confirm = (code: string, ticket = started.ticket) => post('/identity/second-factor/codes/confirm', { ticket, code }, admin)
    expect(await confirm(wrongCodeOf(started.secret))).toMatchObject({
      status: 400,
      body: { code: 'CODE_WRONG', fields: { code: expect.any(String) } },
    })
    expect(await confirm(codeOf(started.secret, 9))).toMatchObject({ status: 400, body: { code: 'CODE_CLOCK_OFF' } })
    expect(await confirm('12345')).toMatchObject({ status: 400, body: { code: 'INVALID', message: expect.stringContaining('six digits') } })
    expect(await confirm(codeOf(started.secret), 'no ticket')).toMatchObject({ status: 409, body: { code: 'CODES_NOT_STARTED' } })
    expect(await factors()).toMatchObject({ hasCodes: false, recoveryCodesLeft: 0, isDemanded: false })
    expect((await password()).status).toBe(200)

    const { status, body } = await confirm(codeOf(started.secret))
    expect(status).toBe(200)
    expect(body.recoveryCodes).toHaveLength(10)
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect(await factors()).toMatchObject({ hasCodes: true, recoveryCodesLeft: 10, isDemanded: false })
    expect((await confirm(codeOf(started.secret, 1))).body.code).toBe('CODES_NOT_STARTED')
  })

  it('is not stored in plain text in the database', async () => {
    const { secret, recoveryCodes } = await setUp()
    const rows = await sql<{ row: string }>`select t::text as row from code_factors t union all select t::text from recovery_codes t
      union all select t::text from tickets t`.execute(shop.platform.db)
    const text = rows.rows.map(({ row }) => row).join('\n')
    expect(rows.rows.length).toBeGreaterThan(10)
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(plain)
  })

  it('is asked for after the password, with a ticket that works for one sign-in and is no session', async () => {
    const { secret } = await setUp()
    const first = await password()
    expect(first).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_NEEDED', details: { ticket: expect.any(String) } } })
    expect(first.body.token).toBeUndefined()
    const { ticket } = first.body.details
    expect((await shop.ask('GET', '/auth/me', undefined, { token: ticket })).status).toBe(401)
    const done = await secondStep({ ticket, code: `${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}` })
    expect(done).toMatchObject({ status: 200, body: { user: { email: ADMIN_EMAIL } } })
    expect((await shop.ask('GET', '/auth/me', undefined, { token: done.body.token })).body.uid).toBe(uid)
    expect(await secondStep({ ticket, code: codeOf(secret, 1) })).toMatchObject({ status: 409, body: { code: 'SIGN_IN_TOKEN_INVALID' } })
    // the new session counts as proved by the second factor
    expect((await correct(done.body.token)).status).toBe(200)
  })

  it('accepts each code once, whatever the code is used for', async () => {
    const { secret } = await setUp()
    // made only once, because the code changes with the time step
    const code = codeOf(secret)
    expect((await secondStep({ ticket: await ticketOf(), code })).status).toBe(200)
    const again = await secondStep({ ticket: await ticketOf(), code })
    expect(again).toMatchObject({ status: 409, body: { code: 'CODE_USED', fields: { code: expect.stringContaining('used already') } } })
    expect((await post('/identity/proof', { code }, admin)).body.code).toBe('CODE_USED')
    const next = codeOf(secret, 1)
    const tickets = [await ticketOf(), await ticketOf(), await ticketOf()]
    const statuses = await Promise.all(tickets.map(async (ticket) => (await secondStep({ ticket, code: next })).status))
    expect(statuses.sort()).toEqual([200, 409, 409])
  })

  it('can be a recovery code, which works once, and only until newer codes replace it', async () => {
    const { recoveryCodes } = await setUp()
    const [one = '', two = ''] = recoveryCodes
    const typed = one.toLowerCase().replaceAll('-', ' ')
    expect((await secondStep({ ticket: await ticketOf(), recoveryCode: typed })).status).toBe(200)
    expect(await secondStep({ ticket: await ticketOf(), recoveryCode: one })).toMatchObject({
      status: 400,
      body: { code: 'RECOVERY_CODE_WRONG', fields: { recoveryCode: expect.stringContaining('used already') } },
    })
    expect((await factors()).recoveryCodesLeft).toBe(9)
    const renewed = await post('/identity/second-factor/recovery-codes', undefined, admin)
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await secondStep({ ticket: await ticketOf(), recoveryCode: two })).body.code).toBe('RECOVERY_CODE_WRONG')
    expect((await secondStep({ ticket: await ticketOf(), recoveryCode: renewed.body.recoveryCodes[0] })).status).toBe(200)
  })

  it('limits guesses after the password, and does not lock the owner out', async () => {
    const { secret, recoveryCodes } = await setUp()
    const wrong = wrongCodeOf(secret)
    const ticket = await ticketOf()
    const codes = []
    for (let n = 0; n < 6; n++) codes.push((await secondStep({ ticket, code: wrong })).body.code)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'CODE_WRONG'), 'SIGN_IN_TOKEN_INVALID'])
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await secondStep({ ticket: await ticketOf(), code: wrong })).status)
    expect(statuses).toEqual([429, 429, 429])
    // without the password nobody gets a ticket; the owner still has recovery codes and devices that are signed in
    expect((await secondStep({ ticket: 'guessed', code: codeOf(secret) })).body.code).toBe('SIGN_IN_TOKEN_INVALID')
    expect((await secondStep({ ticket: await ticketOf(), recoveryCode: recoveryCodes[0] })).status).toBe(200)
    expect((await post('/identity/proof', { code: codeOf(secret) }, admin)).status).toBe(200)
  })

  it('tells the owner of a phone that is five minutes slow, tells a guesser nothing about later codes, and takes the right code afterwards', async () => {
    const nowMs = Date.now()
    shop = await testShop(await open({ nowMs: () => nowMs }), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    const { secret } = await setUpCodes(shop, admin, nowMs)
    const ticket = await ticketOf()
    const sessions = async () => (await sql`select id from identity_sessions`.execute(shop.platform.db)).rows.length
    const before = await sessions()
    const shown = (minutes: number) => secondStep({ ticket, code: codeOf(secret, minutes * 2, nowMs) })
    for (const [minutes, code] of [
      [-5, 'CODE_CLOCK_OFF'],
      [5, 'CODE_WRONG'],
      [6, 'CODE_WRONG'],
      [-6, 'CODE_WRONG'],
    ] as const) {
      const { message } = secondFactorRefusals[code]
      const refused = { status: 400, body: { code, message, fields: { code: message } } }
      expect({ minutes, ...(await shown(minutes)) }).toMatchObject({ minutes, ...refused })
    }
    expect(await sessions()).toBe(before)
    const { status, body } = await shown(0)
    expect([status, body.user.email]).toEqual([200, ADMIN_EMAIL])
    expect((await shop.ask('GET', '/auth/me', undefined, { token: body.token })).body.email).toBe(ADMIN_EMAIL)
  })

  it('is required by calls of assurance `second`, for which a password is not enough', async () => {
    const { secret } = await setUp()
    await age()
    expect((await correct()).body.code).toBe('PROOF_NEEDED')
    expect((await post('/identity/proof', { password: PASSWORD }, admin)).status).toBe(200)
    expect((await correct()).body.code).toBe('PROOF_NEEDED')
    expect((await shop.ask('PUT', `/auth/users/${uid}`, { displayName: 'Ada' }, { token: admin })).status).toBe(200)
    expect((await post('/identity/second-factor/recovery-codes', undefined, admin)).body.code).toBe('PROOF_NEEDED')
    expect((await shop.ask('GET', '/identity/proof', undefined, { token: admin })).body).toMatchObject({
      codes: true,
      hasSecond: true,
      isSecond: false,
    })
    expect((await post('/identity/proof', { code: codeOf(secret) }, admin)).status).toBe(200)
    expect((await correct()).status).toBe(200)
  })

  it('is removed with its recovery codes when it is switched off', async () => {
    const { recoveryCodes } = await setUp()
    const ticket = await ticketOf()
    expect((await shop.ask('DELETE', '/identity/second-factor/codes', undefined, { token: admin })).status).toBe(200)
    expect(await factors()).toMatchObject({ hasCodes: false, recoveryCodesLeft: 0, isDemanded: false })
    expect((await secondStep({ ticket, recoveryCode: recoveryCodes[0] })).body.code).toBe('RECOVERY_CODE_WRONG')
    expect((await password()).status).toBe(200)
    expect((await post('/identity/second-factor/recovery-codes', undefined, admin)).body.code).toBe('SECOND_FACTOR_MISSING')
  })

  it('refuses bodies with no answer, with several answers, or with an answer in the wrong format', async () => {
    await setUp()
    const ticket = await ticketOf()
    const bodies = [
      {},
      { code: '123456', recoveryCode: 'ABCD-EFGH-JKLM-NPQR' },
      { code: 123_456 },
      { recoveryCode: 'too short' },
      { code: '１２３４５６' },
    ]
    for (const body of bodies) expect(await secondStep({ ticket, ...body })).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    for (const body of [{}, { password: PASSWORD, code: '123456' }])
      expect(await post('/identity/proof', body, admin)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  })
})
