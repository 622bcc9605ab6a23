import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser } from '../../sync-server/src/app/testing/browser.ts'
import { DiscordServer } from '../../sync-server/src/app/testing/discord-server.ts'
import { comes, consent, startGoogle } from '../../sync-server/src/app/testing/google-server.ts'
import { type RequestOptions, type TestShop, testShop } from '../../sync-server/src/app/testing/shop.ts'
import { MembershipServer } from '../../sync-server/src/brands/testing/membership-server.ts'
import { sql } from '../../sync-server/src/platform/database/sql.ts'
import { forEachDatabase } from '../../sync-server/src/platform/testing/databases.ts'
import { ADMIN, databaseOf1, GOOGLE_ADMIN, LINKED, MEMBER, NO_MEMBER, PROVED, passwordOf1, tokenOf, UNPROVED } from './shop-of-release-1.ts'

const at = (host: string, more: Record<string, string> = {}) => ({ headers: { host, ...more } })
/** A page of the shop, opened at its address in the local network. Over plain HTTP a browser sends no Sec-Fetch-Site. */
const LAN = { ...at('192.168.77.20:8787', { origin: 'http://192.168.77.20:8787' }), peer: '192.168.77.31' }
/** The same through the shop's proxy, which speaks HTTPS. */
const forwarded = (host: string) =>
  at('inside:8787', {
    'x-forwarded-host': host,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.5',
    origin: `https://${host}`,
  })

forEachDatabase('a shop of release 1 that is updated in place', (open, kind) => {
  const provider = new MembershipServer()
  let shop: TestShop
  let behindProxy: TestShop
  let password: string
  let environment: Record<string, string>

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'shop-update-'))
    password = await passwordOf1()
    const platform = await open({ database: await databaseOf1(kind, join(dir, 'shop')) })
    await provider.open()
    // neither a mail server nor HTTPS, and no address of its own
    environment = { DATA_DIR: join(dir, 'shop'), ...provider.environment }
    shop = await testShop(platform, environment)
    behindProxy = await testShop(platform, { ...environment, TRUST_PROXY: 'true' })
    return async () => {
      provider.close()
      await shop.server.close()
      await rm(dir, { recursive: true, force: true })
    }
  })

  const me = async (email: string, options: RequestOptions = {}, where = shop) =>
    (await where.ask('GET', '/auth/me', undefined, { token: tokenOf(email), ...options })).status
  const signIn = async (email: string, options: RequestOptions = {}, where = shop) =>
    (await where.ask('POST', '/identity/sign-in/email', { email, password }, options)).status
  const emailsOf = async (query: ReturnType<typeof sql<{ email: string }>>) =>
    (await query.execute(shop.platform.db)).rows.map(({ email }) => email)

  it('keeps its sessions, its members, and the addresses that were proved', async () => {
    expect([await me(ADMIN), await me(MEMBER)]).toEqual([200, 200])
    expect(await emailsOf(sql`select email from users where email_proved_at_ms is not null order by email`)).toEqual(
      [PROVED, ...LINKED.flatMap(({ email, isAlone }) => (isAlone ? [email] : []))].sort(),
    )
    expect(await emailsOf(sql`select u.email from members_before_proofs m join users u on u.id = m.uid`)).toEqual([MEMBER])
    expect(
      await emailsOf(sql`select u.email from host_naming_sessions h join identity_sessions s on s.id = h.session_id
        join users u on u.id = s."userId" order by u.email`),
    ).toEqual([ADMIN, GOOGLE_ADMIN])

    const atPaid = { headers: { host: 'exchange.example' } }
    for (const email of [MEMBER, PROVED, NO_MEMBER]) provider.add(email)
    expect(await me(MEMBER, atPaid)).toBe(200)
    const entering = async (email: string) => {
      const { body } = await shop.ask('POST', '/identity/sign-in/email', { email, password })
      return (await shop.ask('GET', '/auth/me', undefined, { ...atPaid, token: body.token })).status
    }
    expect([await entering(PROVED), await entering(NO_MEMBER)]).toEqual([200, 403])
  })

  it('answers at its address in the local network, over plain HTTP, and behind its proxy', async () => {
    for (const email of [ADMIN, MEMBER]) expect([email, await me(email, LAN), await signIn(email, LAN)]).toEqual([email, 200, 200])
    const passedOn = at('shop.example', { origin: 'https://shop.example' })
    for (const [options, where] of [
      [forwarded('shop.example'), behindProxy],
      [passedOn, shop],
    ] as const)
      expect([await me(MEMBER, options, where), await signIn(MEMBER, options, where)]).toEqual([200, 200])
    expect([await me(MEMBER, forwarded('evil.example'), behindProxy), await me(MEMBER, at('evil.example'))]).toEqual([421, 421])

    // release 1 never noted this address; the device on which the admin is signed in brings it
    const tablet = at('tablet.lan:8787')
    expect([await me(MEMBER, tablet), await me(ADMIN, tablet), await me(MEMBER, tablet)]).toEqual([421, 200, 200])
  })

  it('asks its admin for a proof before an act of power, and the password is one', async () => {
    const admin = { ...LAN, token: tokenOf(ADMIN) }
    const { uid } = (await shop.ask('GET', '/auth/me', undefined, { token: tokenOf(MEMBER) })).body
    const correct = () => shop.ask('PUT', `/sales/balance/${uid}`, { balance: 12.5 }, admin)
    expect((await correct()).body.code).toBe('PROOF_NEEDED')
    expect((await shop.ask('POST', '/identity/proof', { password }, admin)).status).toBe(200)
    expect((await correct()).body).toMatchObject({ balance: 12.5 })
  })

  it('keeps the mail with a reset link for its admins, who hand the link on, also to an address that they confirm', async () => {
    const admin = { ...LAN, token: tokenOf(ADMIN) }
    const askForLink = async () => {
      expect((await shop.ask('POST', '/identity/request-password-reset', { email: MEMBER }, LAN)).body).toEqual({ success: true })
      const { mails } = (await shop.ask('GET', '/admin/mails', undefined, admin)).body
      const [newest] = mails.filter(({ kind }: { kind: string }) => kind === 'accounts.passwordReset')
      expect(newest).toMatchObject({ email: MEMBER, state: 'kept' })
      expect((await shop.ask('POST', '/identity/proof', { password }, admin)).status).toBe(200)
      const { text } = (await shop.ask('GET', `/admin/mails/${newest.id}`, undefined, admin)).body
      return new URL(/https?:\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? '')
    }
    const first = await askForLink()
    const confirmed = { origin: 'http://192.168.77.20:8787', isForMails: true }
    expect((await shop.ask('POST', '/admin/hosts', confirmed, admin)).status).toBe(200)
    expect((await askForLink()).origin).toBe('http://192.168.77.20:8787')

    const renewed = { token: first.searchParams.get('token'), newPassword: 'an entirely new password' }
    expect((await shop.ask('POST', '/identity/reset-password', renewed, LAN)).body).toMatchObject({ success: true })
    expect([await me(MEMBER), await signIn(MEMBER, LAN)]).toEqual([401, 401])
    const { body } = await shop.ask('POST', '/identity/sign-in/email', { email: MEMBER, password: renewed.newPassword }, LAN)
    expect((await shop.ask('GET', '/auth/me', undefined, { ...LAN, token: body.token })).status).toBe(200)
    expect(await me(ADMIN)).toBe(200)
  })

  describe('of somebody who comes by Google or Discord', () => {
    let google: Awaited<ReturnType<typeof startGoogle>>
    let discord: DiscordServer
    let inside: TestShop
    let proxied: TestShop
    beforeEach(async () => {
      google = await startGoogle()
      discord = await DiscordServer.start()
      const more = { ...environment, ...google.environment, ...discord.environment }
      inside = await testShop(shop.platform, more)
      proxied = await testShop(shop.platform, { ...more, TRUST_PROXY: 'true' })
    })

    type Person = { readonly email: string; readonly provider: 'google' | 'discord'; readonly accountId: string }

    /** Takes somebody to the provider's page and back. */
    const consentOf = async ({ email, provider, accountId }: Person, browser: Browser, url: string) => {
      if (provider === 'google') comes(google.server, { sub: accountId, email, email_verified: true, name: 'Anybody' })
      // an account at Discord often has another e-mail
      else discord.person = { ...discord.account('elsewhere@example.org'), id: accountId }
      return browser.open(provider === 'google' ? await consent(url) : await discord.consent(url))
    }
    const come = async (person: Person, browser: Browser) => {
      const { body } = await browser.start(`/auth/${person.provider}/state${person.provider === 'discord' ? '?pkce=true' : ''}`)
      const { query } = await consentOf(person, browser, body.url)
      expect([person.email, query]).toEqual([person.email, { token: expect.any(String), isNew: 'false' }])
      return (await browser.exchange(query.token as string)).body.token as string
    }
    const stored = (email: string) =>
      shop.platform.db.selectFrom('users').select(['id as uid', 'role']).where('email', '=', email).executeTakeFirstOrThrow()

    it('signs them in as the people they were, without HTTPS and with it, and ends no password', async () => {
      for (const person of LINKED) {
        const before = await stored(person.email)
        for (const [where, address] of [
          [inside, LAN],
          [proxied, forwarded('shop.example')],
        ] as const) {
          const token = await come(person, new Browser(where, address))
          expect((await where.ask('GET', '/auth/me', undefined, { ...address, token })).body).toMatchObject({
            email: person.email,
            ...before,
          })
        }
        expect([person.email, await signIn(person.email, LAN)]).toEqual([person.email, person.isAlone ? 401 : 200])
      }
    })

    it('lets an admin without a password prove who they are, in the old session and by a new sign-in', async () => {
      const person = LINKED[0]
      const { uid } = await stored(MEMBER)
      const correct = async (token: string) => (await inside.ask('PUT', `/sales/balance/${uid}`, { balance: 20 }, { ...LAN, token })).body
      expect((await correct(tokenOf(GOOGLE_ADMIN))).code).toBe('PROOF_NEEDED')
      const browser = new Browser(inside, LAN)
      const { body } = await browser.start('/auth/google/proof', { method: 'POST', token: tokenOf(GOOGLE_ADMIN) })
      expect((await consentOf(person, browser, body.url)).query).toEqual({ intent: 'proof' })
      expect(await correct(tokenOf(GOOGLE_ADMIN))).toMatchObject({ balance: 20 })
      expect(await correct(await come(person, new Browser(inside, LAN)))).toMatchObject({ balance: 20 })
    })

    it('gives the owner of an address that nobody had proved their account, without its password, and they set a new one', async () => {
      const before = await stored(UNPROVED)
      expect([await me(UNPROVED, LAN), await signIn(UNPROVED, LAN)]).toEqual([200, 200])
      const token = await come({ email: UNPROVED, provider: 'google', accountId: '115500112233445566778' }, new Browser(inside, LAN))
      const mine = { ...LAN, token }
      expect((await inside.ask('GET', '/auth/me', undefined, mine)).body).toMatchObject({ email: UNPROVED, ...before })
      expect([await me(UNPROVED, LAN, inside), await signIn(UNPROVED, LAN)]).toEqual([401, 401])

      const renewed = { email: UNPROVED, password: 'an entirely new password' }
      expect((await inside.ask('POST', '/identity/link-password', { password: renewed.password }, mine)).body).toEqual({ success: true })
      expect((await inside.ask('POST', '/identity/sign-in/email', renewed, LAN)).body.user.id).toBe(before.uid)
    })
  })
})
