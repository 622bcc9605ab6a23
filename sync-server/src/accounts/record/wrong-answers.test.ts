import { beforeEach, describe, expect, it } from 'vitest'
import { mailedProof, signUpProved } from '../../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../../app/testing/shop.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { codeOf, setUpCodes, wrongCodeOf } from '../testing/authenticator.ts'
import { PasskeyDevice } from '../testing/passkey-device.ts'
import { MAX_REFUSED_AN_HOUR, MAX_WRONG_ANSWERS_A_DAY, Repetitions } from './repetitions.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const NO_CODE = 'ABCD-EFGH-JKLM-NPQR'
/** A request from another network and device. */
const THIEF = { peer: '203.0.113.7', headers: { 'user-agent': PHONE } }

type Entry = { uid: string | null; kind: string; result: string; address: string; client: string; detail: object; count: number }

forEachDatabase('a wrong answer', (open) => {
  let shop: TestShop
  let admin: string
  let ann: { uid: string; token: string }

  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
    ann = await signUpProved(shop, 'ann@example.org')
  })

  const post = (path: string, body?: unknown, options: Parameters<TestShop['ask']>[3] = {}) => shop.ask('POST', path, body, options)
  const refusedIn = async (path: string, token: string): Promise<Entry[]> =>
    (await shop.ask('GET', path, undefined, { token })).body.entries.filter(({ result }: Entry) => result === 'refused')
  /** The refused acts that admins see about Ann, the oldest first. */
  const refused = async () => (await refusedIn(`/admin/security-record?uid=${ann.uid}`, admin)).reverse()
  const told = async () => (await refused()).map(({ kind, detail }) => ({ kind, ...detail }))
  const firstStep = async () =>
    (await post('/identity/sign-in/email', { email: 'ann@example.org', password: PASSWORD })).body.details.ticket
  const secondStep = async (answer: object) => post('/identity/sign-in/second-step', { ticket: await firstStep(), ...answer }, THIEF)
  const prove = (answer: object) => post('/identity/proof', answer, { token: ann.token })
  const addPasskey = async (device: PasskeyDevice, token: string) => {
    const { body } = await post('/identity/passkeys/start', undefined, { token })
    const making = { ticket: body.ticket, name: 'Phone', response: device.make(body.options) }
    expect((await post('/identity/passkeys', making, { token })).status).toBe(200)
  }
  const passkeyAnswer = async (device: PasskeyDevice) => {
    const { body } = await post('/identity/passkeys/use')
    return { ticket: body.ticket as string, response: device.use(body.options) }
  }

  it('to the second step of a sign-in is recorded with reason and device, for person and admins', async () => {
    const { secret, recoveryCodes } = await setUpCodes(shop, ann.token)
    const code = codeOf(secret)
    expect((await secondStep({ code })).status).toBe(200)
    expect((await secondStep({ code })).body.code).toBe('CODE_USED')
    expect((await secondStep({ code: wrongCodeOf(secret) })).body.code).toBe('CODE_WRONG')
    expect((await secondStep({ recoveryCode: recoveryCodes[0] })).status).toBe(200)
    expect((await secondStep({ recoveryCode: recoveryCodes[0] })).body.code).toBe('RECOVERY_CODE_WRONG')
    expect((await secondStep({ passkey: await passkeyAnswer(new PasskeyDevice()) })).body.code).toBe('PASSKEY_UNKNOWN')
    const after = { kind: 'secondStep', after: 'password' }
    expect(await told()).toEqual([
      { ...after, why: 'CODE_USED' },
      { ...after, why: 'CODE_WRONG' },
      { ...after, why: 'RECOVERY_CODE_WRONG' },
      { ...after, why: 'PASSKEY_UNKNOWN' },
    ])
    expect((await refused())[0]).toMatchObject({ uid: ann.uid, address: '203.0.113.7', client: 'Chrome on an Android phone', count: 1 })
    expect(await refusedIn('/identity/security-record', ann.token)).toHaveLength(4)
    expect(await refusedIn('/identity/security-record', admin)).toEqual([])
  })

  it('to a demand for a proof is recorded: codes, passkeys and passwords', async () => {
    const { secret } = await setUpCodes(shop, ann.token)
    const admins = new PasskeyDevice()
    await addPasskey(admins, admin)
    const answers = [
      { code: wrongCodeOf(secret) },
      { recoveryCode: NO_CODE },
      { passkey: await passkeyAnswer(admins) },
      { password: 'not the password' },
    ]
    for (const answer of answers) expect((await prove(answer)).status).toBe(400)
    expect((await prove({ code: codeOf(secret) })).status).toBe(200)
    expect(await told()).toEqual(
      ['CODE_WRONG', 'RECOVERY_CODE_WRONG', 'PASSKEY_UNKNOWN', 'CURRENT_PASSWORD_WRONG'].map((why) => ({ kind: 'identityProved', why })),
    )
  })

  it('at the set-up of an authenticator app is recorded', async () => {
    const { body } = await post('/identity/second-factor/codes/start', undefined, { token: ann.token })
    const confirm = (code: string) => post('/identity/second-factor/codes/confirm', { ticket: body.ticket, code }, { token: ann.token })
    expect((await confirm(wrongCodeOf(body.secret))).status).toBe(400)
    expect((await confirm(codeOf(body.secret))).status).toBe(200)
    // a code that comes too late is not wrong
    expect((await confirm(codeOf(body.secret))).body.code).toBe('CODES_NOT_STARTED')
    expect(await told()).toEqual([{ kind: 'factorChanged', why: 'CODE_WRONG' }])
  })

  it('at the set-up of a passkey is recorded', async () => {
    const { body } = await post('/identity/passkeys/start', undefined, { token: ann.token })
    const madeFor = (origin: string) => new PasskeyDevice('localhost', origin).make(body.options)
    const add = (response: unknown) => post('/identity/passkeys', { ticket: body.ticket, name: 'Phone', response }, { token: ann.token })
    expect((await add(madeFor('http://evil.example'))).body.code).toBe('PASSKEY_WRONG')
    expect(await told()).toEqual([{ kind: 'factorChanged', why: 'PASSKEY_WRONG' }])
  })

  it('to the code of a mail that proves an address is recorded; a code that comes too late is not', async () => {
    const bob = await shop.signUp('bob@example.org')
    const { code } = await mailedProof(shop, 'bob@example.org')
    const prove = (given: string) => post('/identity/prove-email', { code: given }, { token: bob.token, ...THIEF })
    const wrong = code === '000000' ? '111111' : '000000'
    for (let n = 0; n < 5; n++) expect((await prove(wrong)).body.code).toBe('EMAIL_CODE_WRONG')
    expect((await prove(code)).body.code).toBe('EMAIL_CODE_OLD')
    const entries = await refusedIn('/identity/security-record', bob.token)
    expect(entries).toHaveLength(5)
    expect(entries[0]).toMatchObject({ kind: 'emailProved', address: '203.0.113.7', detail: { by: 'code', why: 'EMAIL_CODE_WRONG' } })
  })

  it('at a mailed link that asks for the account’s password is recorded', async () => {
    const bob = await shop.signUp('bob@example.org')
    const { token: link } = await mailedProof(shop, 'bob@example.org')
    const prove = (password?: string) => post('/identity/prove-email-by-link', { token: link, password }, THIEF)
    // somebody who only opens the link guesses nothing
    expect((await prove()).body.code).toBe('EMAIL_LINK_NEEDS_PASSWORD')
    expect((await prove('not the password')).body.code).toBe('CURRENT_PASSWORD_WRONG')
    expect(await refusedIn('/identity/security-record', bob.token)).toMatchObject([
      { kind: 'emailProved', address: '203.0.113.7', detail: { by: 'link', why: 'CURRENT_PASSWORD_WRONG' }, count: 1 },
    ])
    expect((await prove(PASSWORD)).status).toBe(200)
  })

  it('of a passkey that signs in alone is recorded under its owner, or under no account for an unknown passkey', async () => {
    const device = new PasskeyDevice()
    await addPasskey(device, ann.token)
    const answer = await passkeyAnswer(device)
    expect((await post('/identity/sign-in/passkey', answer)).status).toBe(200)
    expect((await post('/identity/sign-in/passkey', answer, THIEF)).body.code).toBe('PASSKEY_WRONG')
    expect(await told()).toEqual([{ kind: 'signIn', by: 'passkey', why: 'PASSKEY_WRONG' }])
    expect((await post('/identity/sign-in/passkey', await passkeyAnswer(new PasskeyDevice()), THIEF)).body.code).toBe('PASSKEY_UNKNOWN')
    const [newest] = await refusedIn('/admin/security-record', admin)
    expect(newest).toMatchObject({ uid: null, kind: 'signIn', detail: { why: 'PASSKEY_UNKNOWN' }, address: '203.0.113.7' })
  })

  it('that is repeated gets few entries, each with the number of such answers that day', async () => {
    await setUpCodes(shop, ann.token)
    for (let n = 0; n < 50; n++) expect((await prove({ recoveryCode: NO_CODE })).status).toBe(400)
    expect((await refused()).map(({ count }) => count)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50])
  })
})

forEachDatabase('a wrong set-up code', (open) => {
  it('of an empty shop is recorded for its first admin; an empty field is not', async () => {
    const shop = await testShop(await open())
    const code = await shop.server.newSetUpCode()
    const opening = { email: 'owner@example.org', password: PASSWORD, displayName: 'Owner', timeZone: 'UTC', shopName: '' }
    const setUp = (given?: string) => shop.ask('POST', '/setup', { ...opening, code: given }, { peer: '203.0.113.7' })
    expect((await setUp()).status).toBe(403)
    expect((await setUp('AAAA-AAAA')).status).toBe(403)
    const { body } = await setUp(code)
    const { entries } = (await shop.ask('GET', '/admin/security-record?kind=signUp', undefined, { token: body.token })).body
    expect(entries).toMatchObject([
      { result: 'done', uid: body.user.id },
      { result: 'refused', uid: null, address: '203.0.113.7', detail: { by: 'setUp', why: 'SET_UP_CODE_WRONG' } },
    ])
  })
})

describe('the entries of a day for wrong answers', () => {
  const kinds = ['secondStep', 'identityProved', 'factorChanged'] as const
  const act = (uid: string | null, n = 0) =>
    ({ kind: kinds[n % kinds.length] as (typeof kinds)[number], result: 'refused', uid, address: `10.0.${n % 250}.1` }) as const
  const HOUR_MS = 3_600_000

  it('are limited for each account, even for answers from many places, and begin again with the next day', () => {
    const repetitions = new Repetitions()
    let entries = 0
    for (let n = 0; n < 100_000; n++) if (repetitions.takeWrongAnswer(act('ann', n), Math.floor(n / 5_000) * HOUR_MS)) entries += 1
    expect(entries).toBe(MAX_WRONG_ANSWERS_A_DAY)
    expect(repetitions.takeWrongAnswer(act('bob'), 20 * HOUR_MS)).toEqual({ count: 1, isBeyond: false })
    expect(repetitions.takeWrongAnswer(act('ann'), 24 * HOUR_MS)).toEqual({ count: 1, isBeyond: false })
  })

  it('are not hidden by a flood of wrong passwords', () => {
    const repetitions = new Repetitions()
    for (let n = 0; n < 10 * MAX_REFUSED_AN_HOUR; n++)
      repetitions.take({ kind: 'signIn', result: 'refused', uid: `account ${n}`, address: '10.0.0.1' }, 1_000)
    expect(repetitions.takeWrongAnswer(act('ann'), 1_000)).toEqual({ count: 1, isBeyond: false })
  })
})
