import { beforeEach, describe, expect, it } from 'vitest'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { admitsPasskeys } from './passkeys.ts'
import { PasskeyDevice } from './testing/passkey-device.ts'

describe('an origin', () => {
  it('admits passkeys if it has a host name and HTTPS, or is localhost', () => {
    for (const origin of ['https://shop.example', 'https://shop.example:8443', 'http://localhost:8787', 'https://localhost'])
      expect({ origin, admits: admitsPasskeys(origin) }).toEqual({ origin, admits: true })
    for (const origin of [
      'http://shop.example',
      'https://192.168.1.5',
      'http://127.0.0.1:8787',
      'https://[2001:db8::1]',
      'http://[::1]:8787',
    ])
      expect({ origin, admits: admitsPasskeys(origin) }).toEqual({ origin, admits: false })
  })
})

forEachDatabase('a passkey', (open) => {
  let shop: TestShop
  let admin: string

  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  })

  const post = (path: string, body?: unknown, token?: string, headers = {}) => shop.ask('POST', path, body, { token, headers })
  const factors = async (token = admin) => (await shop.ask('GET', '/identity/second-factor', undefined, { token })).body
  const uidOf = async (token: string) => (await shop.ask('GET', '/auth/me', undefined, { token })).body.uid

  async function add(device: PasskeyDevice, token = admin, name = 'My phone') {
    const { body } = await post('/identity/passkeys/start', undefined, token)
    return post('/identity/passkeys', { ticket: body.ticket, name, response: device.make(body.options) }, token)
  }
  async function use(device: PasskeyDevice) {
    const { body } = await post('/identity/passkeys/use')
    return { ticket: body.ticket as string, response: device.use(body.options) }
  }
  const signIn = async (device: PasskeyDevice) => post('/identity/sign-in/passkey', await use(device))

  it('signs in alone, counts as both steps, and is listed with the time of its last use', async () => {
    const device = new PasskeyDevice()
    const added = await add(device)
    expect(added).toMatchObject({ status: 200, body: { passkey: { name: 'My phone', host: 'localhost', lastUsedAt: null } } })
    expect(added.body.recoveryCodes).toHaveLength(10)
    const { status, body } = await signIn(device)
    expect(status).toBe(200)
    expect(await uidOf(body.token)).toBe(await uidOf(admin))
    expect((await shop.ask('PUT', `/sales/balance/${body.user.id}`, { balance: 5 }, { token: body.token })).status).toBe(200)
    expect(await factors()).toMatchObject({
      hasSecond: true,
      hasCodes: false,
      passkeys: [{ name: 'My phone', lastUsedAt: expect.any(String) }],
    })
    expect(
      (await shop.ask('PATCH', `/identity/passkeys/${added.body.passkey.id}`, { name: 'Old phone' }, { token: admin })).body.name,
    ).toBe('Old phone')
  })

  it('serves as the second step after the password, and as a proof', async () => {
    const device = new PasskeyDevice()
    await add(device)
    const first = await post('/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD })
    expect(first).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_NEEDED', details: { ways: 'passkey' } } })
    const { ticket } = first.body.details
    expect((await post('/identity/sign-in/second-step', { ticket, passkey: await use(device) })).status).toBe(200)
    await sql`update identity_sessions set "createdAt" = now() - interval '16 minutes', proved_at = null, second_at = null`.execute(
      shop.platform.db,
    )
    expect((await shop.ask('GET', '/identity/proof', undefined, { token: admin })).body).toMatchObject({
      passkey: true,
      codes: false,
      hasSecond: true,
    })
    expect((await post('/identity/proof', { passkey: await use(device) }, admin)).status).toBe(200)
    expect((await post('/identity/second-factor/recovery-codes', undefined, admin)).body.recoveryCodes).toHaveLength(10)
  })

  it('of another device, page, host or person is refused, and the right passkey still works', async () => {
    const device = new PasskeyDevice()
    await add(device)
    const ann = await signUpProved(shop, 'ann@example.org')
    const annsPhone = new PasskeyDevice()
    await add(annsPhone, ann.token)
    expect(await signIn(new PasskeyDevice())).toMatchObject({ status: 400, body: { code: 'PASSKEY_UNKNOWN' } })
    for (const lying of [new PasskeyDevice('localhost', 'https://evil.example'), new PasskeyDevice('evil.example')]) {
      expect(await add(lying)).toMatchObject({ status: 400, body: { code: 'PASSKEY_WRONG' } })
    }
    expect((await post('/identity/proof', { passkey: await use(annsPhone) }, admin)).body.code).toBe('PASSKEY_UNKNOWN')
    const { ticket } = (await post('/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD })).body.details
    expect((await post('/identity/sign-in/second-step', { ticket, passkey: await use(annsPhone) })).body.code).toBe('PASSKEY_UNKNOWN')
    expect((await add(device, ann.token)).body.code).toBe('PASSKEY_KNOWN')
    expect((await factors()).passkeys).toHaveLength(1)
    expect((await signIn(device)).status).toBe(200)
  })

  it('of a page at another port of the host is refused, even when the request names that port', async () => {
    const headers = { host: 'localhost:9999' }
    const neighbour = new PasskeyDevice('localhost', 'http://localhost:9999')
    const { body } = await post('/identity/passkeys/start', undefined, admin, headers)
    const response = neighbour.make(body.options)
    expect((await post('/identity/passkeys', { ticket: body.ticket, name: 'Phone', response }, admin, headers)).body.code).toBe(
      'PASSKEY_WRONG',
    )
    const device = new PasskeyDevice()
    await add(device)
    const relayed = await post('/identity/passkeys/use', undefined, undefined, headers)
    const used = device.use(relayed.body.options, neighbour.origin)
    expect((await post('/identity/sign-in/passkey', { ticket: relayed.body.ticket, response: used }, undefined, headers)).body.code).toBe(
      'PASSKEY_WRONG',
    )
    expect((await signIn(device)).status).toBe(200)
  })

  it('answers only its own challenge, and each challenge once', async () => {
    const device = new PasskeyDevice()
    await add(device)
    const answer = await use(device)
    expect((await post('/identity/sign-in/passkey', answer)).status).toBe(200)
    expect(await post('/identity/sign-in/passkey', answer)).toMatchObject({ status: 400, body: { code: 'PASSKEY_WRONG' } })
    const other = await use(device)
    const { body } = await post('/identity/passkeys/use')
    expect((await post('/identity/sign-in/passkey', { ...other, ticket: body.ticket })).body.code).toBe('PASSKEY_WRONG')
  })

  it('is not offered at an address where browsers do not support passkeys', async () => {
    const headers = { host: '127.0.0.1' }
    expect(await post('/identity/passkeys/use', undefined, undefined, headers)).toMatchObject({
      status: 409,
      body: { code: 'PASSKEYS_NEED_HTTPS' },
    })
    expect((await shop.ask('GET', '/identity/second-factor', undefined, { token: admin, headers })).body.admitsPasskeys).toBe(false)
  })

  it('is removed only by its owner; the recovery codes go with the last factor', async () => {
    const device = new PasskeyDevice()
    const { id } = (await add(device)).body.passkey
    const ann = await shop.signUp('ann@example.org')
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      expect((await shop.ask(method, `/identity/passkeys/${id}`, body, { token: ann.token })).body.code).toBe('PASSKEY_NOT_FOUND')
    expect((await shop.ask('DELETE', `/identity/passkeys/${id}`, undefined, { token: admin })).status).toBe(200)
    expect(await factors()).toMatchObject({ hasSecond: false, recoveryCodesLeft: 0, passkeys: [] })
    expect((await signIn(device)).body.code).toBe('PASSKEY_UNKNOWN')
    expect((await shop.signIn(ADMIN_EMAIL)).length).toBeGreaterThan(10)
  })

  it('that no browser could have made is refused with an error message', async () => {
    const { body } = await post('/identity/passkeys/start', undefined, admin)
    for (const response of [
      undefined,
      {},
      { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '', attestationObject: '' } },
    ]) {
      const refused = await post('/identity/passkeys', { ticket: body.ticket, name: 'Phone', response }, admin)
      expect(refused).toMatchObject({
        status: 400,
        body: { code: expect.stringMatching(/^(INVALID|PASSKEY_WRONG)$/), message: expect.any(String) },
      })
    }
  })
})
