import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { signUpProved } from '../app/testing/proved.ts'
import { OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { MAX_KNOWN_DEVICES } from './known-devices.ts'
import { codeOf, setUpCodes } from './testing/authenticator.ts'

const ANN = 'ann@example.org'
const NEW = 'an entirely new password'

forEachDatabase('signing in', (open) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
  })
  const signIn = (peer: string, password = PASSWORD, knownDevice?: unknown, email = ANN) =>
    shop.ask('POST', '/identity/sign-in/email', { email, password, ...(knownDevice === undefined ? {} : { knownDevice }) }, { peer })
  /** Guesses from many networks until the account refuses unknown devices. */
  const attack = async () => {
    for (let n = 0; n < 110; n++) await signIn(`198.51.100.${n}`, 'a wrong password')
    expect((await signIn('203.0.113.1')).status).toBe(429)
  }

  it('waits longer with each failure, and is free again after a day', async () => {
    await shop.signUp(ANN)
    for (let n = 0; n < 10; n++) expect((await signIn('203.0.113.1', 'a wrong password')).status).toBe(401)
    const waits: number[] = []
    for (let n = 0; n < 4; n++) {
      const refused = await signIn('203.0.113.1')
      expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
      waits.push(Number(refused.headers.get('retry-after')))
      vi.advanceTimersByTime((waits.at(-1) ?? 0) * 1_000)
      expect((await signIn('203.0.113.1', 'a wrong password')).status).toBe(401)
    }
    expect(waits).toEqual([30, 60, 120, 240])
    expect((await signIn('203.0.113.2')).status).toBe(200)
    vi.advanceTimersByTime(86_400_000)
    expect((await signIn('203.0.113.1')).status).toBe(200)
  })

  it('is limited for all networks of one IPv6 site together, but neither at other sites nor over IPv4 nor for other accounts', async () => {
    await shop.signUp(ANN)
    await shop.signUp('bob@example.org')
    // two guesses from each network, where ten are free
    for (let guess = 0; guess < 40; guess++)
      expect((await signIn(`2001:db8:1:${(guess >> 1).toString(16)}::${guess + 1}`, 'a wrong password')).status).toBe(401)
    for (const peer of ['2001:db8:1:ffff::1', '2001:0DB8:0001:ABCD::1', '2001:db8:1::1%eth0']) {
      const { status, body, headers } = await signIn(peer)
      expect([peer, status, body.code, headers.get('retry-after')]).toEqual([peer, 429, 'TOO_MANY_ATTEMPTS', '30'])
    }
    expect((await signIn('2001:db8:1:ffff::1', PASSWORD, undefined, 'bob@example.org')).status).toBe(200)
    for (const peer of ['2001:db8:2:0::1', '192.0.2.7', '::ffff:192.0.2.8', '2001:db8:0:1::1'])
      expect([peer, (await signIn(peer)).status]).toEqual([peer, 200])
    vi.advanceTimersByTime(30_000)
    expect((await signIn('2001:db8:1:ffff::1')).status).toBe(200)
  })

  it('has no common limit for IPv4 addresses that a proxy writes in the form of IPv6', async () => {
    await shop.signUp(ANN)
    for (let host = 0; host < 60; host++) expect((await signIn(`::FFFF:198.51.100.${host}`, 'a wrong password')).status).toBe(401)
    expect((await signIn('::FFFF:203.0.113.1')).status).toBe(200)
  })

  it('stays open to a device that signed in before, even after wrong passwords from elsewhere', async () => {
    const { body } = await shop.ask('POST', '/identity/sign-up/email', { email: ANN, password: PASSWORD, name: 'Ann' })
    expect(body.knownDevice).toMatch(/^[\w-]{43}$/)
    await attack()
    const known = await signIn('203.0.113.1', PASSWORD, body.knownDevice)
    expect([known.status, known.body.knownDevice]).toEqual([200, body.knownDevice])
    // the token of a known device replaces no password and does not count for another account
    expect((await signIn('203.0.113.1', 'a wrong password', body.knownDevice)).status).toBe(401)
    await shop.signUp('bob@example.org')
    for (let n = 0; n < 10; n++) await signIn('203.0.113.1', 'a wrong password', body.knownDevice, 'bob@example.org')
    expect((await signIn('203.0.113.1', PASSWORD, body.knownDevice, 'bob@example.org')).status).toBe(429)
    // guesses on a known device are limited too
    for (let n = 0; n < 9; n++) await signIn('203.0.113.1', 'a wrong password', body.knownDevice)
    expect((await signIn('203.0.113.1', PASSWORD, body.knownDevice)).status).toBe(429)
    for (const odd of ['', 'x', 7, null, {}, ['a'], 'a'.repeat(43)])
      expect([odd, (await signIn('203.0.113.9', PASSWORD, odd)).status]).toEqual([odd, 429])
  })

  it('stays open behind an address that sends a flood of other requests, and so do second steps and proofs of other accounts', async () => {
    const peer = '203.0.113.1'
    const { uid, token } = await signUpProved(shop, ANN)
    const { secret, recoveryCodes } = await setUpCodes(shop, token)
    const bob = await signUpProved(shop, 'bob@example.org')
    const { recoveryCodes: bobs } = await setUpCodes(shop, bob.token)
    const ask = (path: string, body: unknown, by?: string) => shop.ask('POST', path, body, { peer, token: by })
    const flood = async (path: string, body?: unknown, by?: string) => {
      for (let sent = 0; sent < 300; sent++) if ((await ask(path, body, by)).status === 429) return
      throw new Error(`${path} is not limited`)
    }
    for (const path of ['/identity/passkeys/use', '/auth/sign-in-token', '/identity/check-password-reset'])
      await flood(path, path.endsWith('use') ? undefined : { token: 'x'.repeat(43) })
    await flood('/auth/erased', { uids: [uid] })
    await flood('/identity/proof', { recoveryCode: 'AAAA-AAAA-AAAA-AAAA' }, bob.token)
    expect((await ask('/identity/proof', { recoveryCode: bobs[0] }, bob.token)).status).toBe(429)
    expect((await ask('/identity/proof', { recoveryCode: recoveryCodes[0] }, token)).status).toBe(200)
    const first = await signIn(peer)
    expect(first.body.code).toBe('SECOND_STEP_NEEDED')
    const second = await ask('/identity/sign-in/second-step', { ticket: first.body.details.ticket, code: codeOf(secret) })
    expect(second.status).toBe(200)
  })

  it('is open to the owner after a reset, on the device of the reset and on other devices', async () => {
    await shop.signUp(ANN)
    await attack()
    await shop.ask('POST', '/identity/request-password-reset', { email: ANN })
    const { rows } = await sql<{ text: string }>`select text from mails where kind = 'accounts.passwordReset'`.execute(shop.platform.db)
    const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
    const reset = await shop.ask('POST', '/identity/reset-password', { token, newPassword: NEW })
    expect(reset.status).toBe(200)
    vi.advanceTimersByTime(1)
    expect((await signIn('203.0.113.1', NEW)).status).toBe(200)
    await attack()
    expect((await signIn('203.0.113.1', NEW, reset.body.knownDevice)).status).toBe(200)
  })

  it('treats a stolen device as unknown after its owner signs out everywhere else, changes the password or resets it', async () => {
    const { token, uid } = await shop.signUp(ANN)
    const owner = { token }
    const acts: Record<string, () => Promise<unknown>> = {
      signsOut: () => shop.ask('POST', '/identity/revoke-other-sessions', undefined, owner),
      changes: () => shop.ask('POST', '/identity/change-password', { currentPassword: PASSWORD, newPassword: NEW }, owner),
      async resets() {
        await shop.ask('POST', '/identity/request-password-reset', { email: ANN })
        const { rows } = await sql<{ text: string }>`select text from mails where kind = 'accounts.passwordReset'`.execute(shop.platform.db)
        const link = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
        return shop.ask('POST', '/identity/reset-password', { token: link, newPassword: 'yet another long one' })
      },
    }
    let password = PASSWORD
    for (const [name, act] of Object.entries(acts)) {
      const stolen = (await signIn('203.0.113.1', password)).body.knownDevice
      expect([name, await act()]).toMatchObject([name, { status: 200 }])
      if (name !== 'signsOut') password = name === 'changes' ? NEW : 'yet another long one'
      const { rows } = await sql`select hash from known_devices where uid = ${uid}`.execute(shop.platform.db)
      // only the device of the reset is known
      expect([name, rows.length]).toEqual([name, name === 'resets' ? 1 : 0])
      vi.advanceTimersByTime(1)
      for (let n = 0; n < 12; n++) await signIn('203.0.113.9', 'a wrong password')
      expect([name, (await signIn('203.0.113.9', 'a wrong password', stolen)).status]).toEqual([name, 429])
    }
  })

  it('keeps the hashes of a limited number of devices, and none of a closed account', async () => {
    const { uid } = await shop.signUp(ANN)
    const first = (await signIn('203.0.113.1')).body.knownDevice
    for (let n = 0; n < MAX_KNOWN_DEVICES + 3; n++) await signIn('203.0.113.1')
    const kept = async () => (await sql<{ hash: string }>`select hash from known_devices where uid = ${uid}`.execute(shop.platform.db)).rows
    expect((await kept()).length).toBe(MAX_KNOWN_DEVICES)
    expect(JSON.stringify(await kept())).not.toContain(first)
    const admin = await shop.signIn('admin@example.org')
    await shop.ask('DELETE', `/auth/users/${uid}`, undefined, { token: admin })
    expect(await kept()).toEqual([])
  })
})
