import { beforeEach, expect, it } from 'vitest'
import { Browser } from '../app/testing/browser.ts'
import { DiscordServer } from '../app/testing/discord-server.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { CODES_ON_NEW_DEVICES } from './attempt-limits.ts'
import { RESET_MAILS } from './password-mail.ts'
import { codeOf, forgetSteps, setUpCodes, wrongCodeOf } from './testing/authenticator.ts'
import { PasskeyDevice } from './testing/passkey-device.ts'

forEachDatabase('a device that signed in before', (open) => {
  let shop: TestShop
  let admin: string
  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  })
  const post = (path: string, body?: unknown, token?: string) => shop.ask('POST', path, body, { token })
  const devices = async () => (await sql`select hash from known_devices`.execute(shop.platform.db)).rows.length
  const firstStep = async (knownDevice?: string) =>
    (await post('/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD, knownDevice })).body.details.ticket as string

  it('may answer the second step even after somebody with the password has used up the guesses', async () => {
    const { secret } = await setUpCodes(shop, admin)
    const second = async (code: string, knownDevice?: string) => {
      await forgetSteps(shop)
      return post('/identity/sign-in/second-step', { ticket: await firstStep(), code, knownDevice })
    }
    const { body } = await second(codeOf(secret))
    expect(body.knownDevice).toMatch(/^[\w-]{43}$/)
    for (let n = 0; n < CODES_ON_NEW_DEVICES; n++) expect((await second(wrongCodeOf(secret))).status).toBe(400)
    expect((await second(codeOf(secret))).status).toBe(429)
    const known = await second(codeOf(secret), body.knownDevice)
    expect([known.status, known.body.knownDevice]).toEqual([200, body.knownDevice])
    // guesses on a known device are limited too, and neither another device's token nor an invented token helps
    for (let n = 0; n < 10; n++) expect((await second(wrongCodeOf(secret), body.knownDevice)).status).toBe(400)
    expect((await second(codeOf(secret), body.knownDevice)).status).toBe(429)
    const { body: ann } = await post('/identity/sign-up/email', { email: 'ann@example.org', password: PASSWORD, name: 'Ann' })
    for (const odd of [ann.knownDevice, 'a'.repeat(43), 7]) expect((await second(codeOf(secret), odd as string)).status).toBe(429)
  })

  it('stays known when it sets a new password; no other device becomes known so if there is a second step, so a mailbox alone guesses no more codes', async () => {
    const { secret } = await setUpCodes(shop, admin)
    let password = PASSWORD
    const second = async (code: string, knownDevice?: string) => {
      await forgetSteps(shop)
      const { body } = await post('/identity/sign-in/email', { email: ADMIN_EMAIL, password, knownDevice })
      return post('/identity/sign-in/second-step', { ticket: body.details.ticket, code, knownDevice })
    }
    const guessAll = async () => {
      for (let n = 0; n < CODES_ON_NEW_DEVICES; n++) expect((await second(wrongCodeOf(secret))).status).toBe(400)
      expect((await second(codeOf(secret))).status).toBe(429)
    }
    const reset = async (newPassword: string, knownDevice?: string) => {
      await post('/identity/request-password-reset', { email: ADMIN_EMAIL })
      const { rows } = await sql<{ text: string }>`select text from mails where kind = 'accounts.passwordReset'
        order by created_at_ms desc, id desc limit 1`.execute(shop.platform.db)
      const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
      const { status, body } = await post('/identity/reset-password', { token, newPassword, knownDevice })
      expect(status).toBe(200)
      password = newPassword
      return body.knownDevice
    }
    const owners = (await second(codeOf(secret))).body.knownDevice
    await guessAll()
    const renewed = await reset('the owner’s new password', owners)
    expect((await second(codeOf(secret), renewed)).status).toBe(200)
    // the thief of the password has lost it, and the owner’s other devices may enter codes again
    await guessAll()
    // whoever copied the earlier token has nothing of it any more
    expect((await second(codeOf(secret), owners)).status).toBe(429)
    expect(await reset('the password of a thief with the mailbox')).toBeUndefined()
    expect((await second(codeOf(secret))).status).toBe(429)
  })

  it('has a token for each account, so that somebody else who signed in there uses up no tries of the first', async () => {
    const signIn = (email: string, password: string, knownDevice?: string) =>
      post('/identity/sign-in/email', { email, password, knownDevice })
    await shop.signUp('ann@example.org')
    const ofAdmin = (await signIn(ADMIN_EMAIL, PASSWORD)).body.knownDevice as string
    const ofAnn = (await signIn('ann@example.org', PASSWORD, ofAdmin)).body.knownDevice as string
    expect(ofAnn).not.toBe(ofAdmin)
    const both = `${ofAnn} ${ofAdmin}`
    expect((await signIn(ADMIN_EMAIL, PASSWORD, both)).body.knownDevice).toBe(ofAdmin)
    expect((await signIn('ann@example.org', PASSWORD, both)).body.knownDevice).toBe(ofAnn)
    for (let n = 0; n < 10; n++) expect((await signIn(ADMIN_EMAIL, 'a wrong guess', ofAnn)).status).toBe(401)
    expect((await signIn(ADMIN_EMAIL, PASSWORD, ofAnn)).status).toBe(429)
    expect((await signIn(ADMIN_EMAIL, PASSWORD, both)).status).toBe(200)
  })

  it('keeps its token when it signs in by a passkey or by a second step', async () => {
    const device = new PasskeyDevice()
    const { body: making } = await post('/identity/passkeys/start', undefined, admin)
    await post('/identity/passkeys', { ticket: making.ticket, name: 'Phone', response: device.make(making.options) }, admin)
    const use = async () => {
      const { body } = await post('/identity/passkeys/use')
      return { ticket: body.ticket, response: device.use(body.options) }
    }
    const { body } = await post('/identity/sign-in/passkey', await use())
    const before = await devices()
    const again = await post('/identity/sign-in/passkey', { ...(await use()), knownDevice: body.knownDevice })
    expect(again.body.knownDevice).toBe(body.knownDevice)
    const ticket = await firstStep()
    const second = await post('/identity/sign-in/second-step', { ticket, passkey: await use(), knownDevice: body.knownDevice })
    expect(second.body.knownDevice).toBe(body.knownDevice)
    expect(await devices()).toBe(before)
  })

  /** Signs in on two devices. After `useUpGuesses` the right password signs in only on a known device. */
  const twoDevices = async () => {
    const signIn = async (password: string, knownDevice?: string, userAgent = '') => {
      const body = { email: ADMIN_EMAIL, password, knownDevice }
      return shop.ask('POST', '/identity/sign-in/email', body, { headers: { 'user-agent': userAgent } })
    }
    const [tablet, phone] = [(await signIn(PASSWORD, undefined, 'tablet')).body, (await signIn(PASSWORD, undefined, 'phone')).body]
    const isKnown = async ({ knownDevice }: { knownDevice: string }) => (await signIn(PASSWORD, knownDevice)).status === 200
    const { sessions } = (await shop.ask('GET', '/identity/sessions', undefined, { token: phone.token })).body
    const ofTablet = sessions.find(({ userAgent }: { userAgent: string }) => userAgent === 'tablet').id
    const endTablet = () => shop.ask('DELETE', `/identity/sessions/${ofTablet}`, undefined, { token: phone.token })
    const useUpGuesses = async () => {
      for (let n = 0; n < 10; n++) expect((await signIn('a wrong guess')).status).toBe(401)
      expect((await signIn(PASSWORD)).status).toBe(429)
    }
    return { tablet, phone, isKnown, endTablet, useUpGuesses }
  }

  it('is not known any more once its session is ended under Profile, but other devices stay known', async () => {
    const { tablet, phone, isKnown, endTablet, useUpGuesses } = await twoDevices()
    expect((await endTablet()).status).toBe(200)
    await useUpGuesses()
    expect([await isKnown(tablet), await isKnown(phone)]).toEqual([false, true])
  })

  it('is not known any more once its session is ended, even if an earlier release began the session without recording the device', async () => {
    const { tablet, isKnown, endTablet, useUpGuesses } = await twoDevices()
    await sql`update identity_sessions set known_device = null`.execute(shop.platform.db)
    expect((await endTablet()).status).toBe(200)
    await useUpGuesses()
    expect(await isKnown(tablet)).toBe(false)
  })

  it('stays known after it signs out', async () => {
    const { tablet, isKnown, useUpGuesses } = await twoDevices()
    await post('/identity/sign-out', undefined, tablet.token)
    await useUpGuesses()
    expect(await isKnown(tablet)).toBe(true)
  })
})

forEachDatabase('a device that comes back from a provider', (open) => {
  it('keeps its token', async () => {
    const discord = await DiscordServer.open()
    try {
      const shop = await testShop(await open(), { ...OPENED, ...discord.environment }, { providerTimeoutMs: 3_000 })
      discord.person = discord.account('nina@example.org')
      const come = async (knownDevice?: string) => {
        const browser = new Browser(shop)
        const { body } = await browser.start('/auth/discord/state?pkce=true')
        const { query } = await browser.open(await discord.consent(body.url))
        return (await browser.exchange(query.token as string, knownDevice)).body.knownDevice
      }
      const token = await come()
      expect(await come(token)).toBe(token)
      expect((await sql`select hash from known_devices`.execute(shop.platform.db)).rows.length).toBe(1)
    } finally {
      await discord.close()
    }
  })
})

forEachDatabase('mails with a reset link', (open) => {
  it('are spaced for each account, so that no stranger can hold them back for long; the answer stays the same, and the security record shows the limit', async () => {
    let aheadMs = 0
    const shop = await testShop(await open({ nowMs: () => Date.now() + aheadMs }), OPENED)
    await shop.signUp('ann@example.org')
    const ask = (n: number) =>
      shop.ask('POST', '/identity/request-password-reset', { email: 'ann@example.org' }, { peer: `198.51.100.${n}` })
    const mails = async () => (await sql`select id from mails where kind = 'accounts.passwordReset'`.execute(shop.platform.db)).rows.length
    await sql`insert into mails (id, kind, to_address, subject, text, html, holds_secret, created_at_ms, state, is_held)
      select 'm' || n, 'accounts.passwordReset', 'ann@example.org', 's', '', '', true, ${Date.now()}, 'kept', true from generate_series(2, ${RESET_MAILS.atOnce}::int) n`.execute(
      shop.platform.db,
    )
    const last = await ask(1)
    expect(await mails()).toBe(RESET_MAILS.atOnce)
    const beyond = await ask(2)
    expect([beyond.status, beyond.body]).toEqual([last.status, last.body])
    expect(await mails()).toBe(RESET_MAILS.atOnce)
    const admin = await shop.signIn(ADMIN_EMAIL)
    const { entries } = (await shop.ask('GET', '/admin/security-record', undefined, { token: admin })).body
    const asked = entries.filter(({ kind }: { kind: string }) => kind === 'passwordResetAsked')
    expect(asked.map(({ result, detail }: { result: string; detail: object }) => [result, detail])).toEqual([
      ['refused', { mail: 'none' }],
      ['done', {}],
    ])
    aheadMs = RESET_MAILS.everyMs
    for (const n of [3, 4]) expect((await ask(n)).status).toBe(200)
    expect(await mails()).toBe(RESET_MAILS.atOnce + 1)
  })
})
