import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Browser } from '../../app/testing/browser.ts'
import { type DiscordAccount, DiscordServer } from '../../app/testing/discord-server.ts'
import { comes, consent, startGoogle } from '../../app/testing/google-server.ts'
import { signUpProved } from '../../app/testing/proved.ts'
import { OPENED, PASSWORD, type TestShop, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'

forEachDatabase('sign-in by Discord', (open) => {
  let shop: TestShop
  let discord: DiscordServer
  beforeAll(async () => {
    discord = await DiscordServer.open()
    shop = await testShop(await open(), { ...OPENED, ...discord.environment }, { providerTimeoutMs: 3_000 })
    return () => discord.close()
  })

  /** Takes one person through the consent to the callback screen. */
  const signIn = async (person: DiscordAccount | 'denied', browser = new Browser(shop)) => {
    discord.person = person
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    return { browser, ...(await browser.open(await discord.consent(body.url))) }
  }
  const me = async (token: string) => (await shop.ask('GET', '/auth/me', undefined, { token })).body

  it('creates an account for somebody new, with what Discord knows, and signs in by a token that works once', async () => {
    const person = discord.account('new@example.org', { global_name: 'Nina 🦊' })
    const { browser, path, query } = await signIn(person)
    expect([path, Object.keys(query).sort(), query.isNew]).toEqual(['/discord-callback', ['isNew', 'token'], 'true'])
    const signedIn = await browser.exchange(query.token as string)
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await me(signedIn.body.token)).toMatchObject({
      email: 'new@example.org',
      displayName: 'Nina 🦊',
      role: 'user',
      balance: 0,
      discord: { id: person.id, username: person.username, linkedAt: expect.stringMatching(/^\d{4}-/) },
    })
    const again = await browser.exchange(query.token as string)
    expect([again.status, again.body.code]).toEqual([409, 'SIGN_IN_TOKEN_INVALID'])

    const back = await signIn({ ...person, email: 'moved@example.org' })
    expect(back.query.isNew).toBe('false')
    const second = await back.browser.exchange(back.query.token as string)
    expect(second.body.user.id).toBe(signedIn.body.user.id)
    expect(discord.refusals).toEqual([])
  })

  it('works without PKCE too, with a page address built from state and client id', async () => {
    discord.person = discord.account('byhand@example.org')
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state')
    const clientId = await shop.ask('GET', '/auth/discord/client-id')
    expect(clientId.headers.get('content-type')).toContain('text/plain')
    const url = new URL(`${discord.url}/oauth2/authorize`)
    const redirect_uri = 'http://localhost/api/auth/discord/callback'
    const query = { client_id: clientId.body, redirect_uri, response_type: 'code', scope: 'identify email', state: body.state }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    expect((await browser.open(await discord.consent(url.href))).query.token).toBeDefined()
  })

  it('accepts a state once, and only in the browser that asked for it', async () => {
    discord.person = discord.account('state@example.org')
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const back = await discord.consent(body.url)
    const stranger = new Browser(shop)
    await stranger.start('/auth/discord/state')
    expect((await stranger.open(back)).query).toEqual({ error: 'state' })
    // the stranger's attempt used the state up
    expect((await browser.open(back)).query).toEqual({ error: 'state' })
    const query = (text: string) => `http://localhost/api/auth/discord/callback${text}`
    for (const text of ['', '?code=x', '?code=x&state=', '?code=x&state=made-up', '?state[]=x', `?state=${'s'.repeat(5_000)}`])
      expect((await browser.open(query(text))).query, text).toEqual({ error: 'state' })
  })

  it('forgets a state after ten minutes, and a one-time token after two', async () => {
    discord.person = discord.account('late@example.org')
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const back = await discord.consent(body.url)
    await sql`update tickets set expires_at = expires_at - interval '600 seconds' where kind = 'provider'`.execute(shop.platform.db)
    expect((await browser.open(back)).query).toEqual({ error: 'state' })
    const { query, ...late } = await signIn(discord.account('late2@example.org'))
    await sql`update tickets set expires_at = expires_at - interval '120 seconds' where kind = 'signIn'`.execute(shop.platform.db)
    expect((await late.browser.exchange(query.token as string)).body.code).toBe('SIGN_IN_TOKEN_INVALID')
  })

  it('names the reason of a failure: no consent, an expired code, a provider that is away', async () => {
    expect((await signIn('denied')).query).toEqual({ error: 'denied' })
    const away = async (prepare: () => void) => {
      discord.person = discord.account('away@example.org')
      const browser = new Browser(shop)
      const { body } = await browser.start('/auth/discord/state?pkce=true')
      const back = await discord.consent(body.url)
      prepare()
      return (await browser.open(back)).query
    }
    expect(await away(() => discord.expireCodes())).toEqual({ error: 'failed' })
    for (const state of ['broken', 'hangs', 'long'] as const) {
      expect(await away(() => (discord.state = state))).toEqual({ error: 'unreachable' })
      discord.state = 'up'
    }
    expect(discord.refusals.splice(0)).toEqual(['invalid_grant: code'])
  })

  it('lets only the browser in which the sign-in began exchange its one-time token', async () => {
    const { query, browser } = await signIn(discord.account('bound@example.org'))
    const stranger = new Browser(shop)
    expect((await stranger.exchange(query.token as string)).body.code).toBe('SIGN_IN_TOKEN_INVALID')
    await stranger.start('/auth/discord/state')
    const { query: other } = await signIn(discord.account('bound2@example.org'))
    expect((await stranger.exchange(other.token as string)).body.code).toBe('SIGN_IN_TOKEN_INVALID')
    for (const token of ['', 'x', '\u0000', 'x'.repeat(300)]) expect((await browser.exchange(token)).status).toBeGreaterThanOrEqual(400)
  })

  it('joins an account with the same e-mail when both sides have proved it', async () => {
    const { uid, token } = await signUpProved(shop, 'both@example.org')
    expect((await signIn(discord.account('both@example.org', { verified: false }))).query).toEqual({ error: 'unverified' })
    const joined = await signIn(discord.account('BOTH@example.org'))
    expect(joined.query.isNew).toBe('false')
    expect((await joined.browser.exchange(joined.query.token as string)).body.user.id).toBe(uid)
    // the account belonged to its person before, so password and sessions stay
    expect((await me(token)).uid).toBe(uid)
    await shop.signIn('both@example.org')
    for (const email of [null, '', 'not an address'])
      expect((await signIn(discord.account(email))).query, String(email)).toEqual({ error: 'unverified' })
  })

  it('makes an account that answers a wrong password as an account with a password does', async () => {
    await signIn(discord.account('instead@example.org'))
    const say = async (path: string, more: object = {}) => {
      const { status, body } = await shop.ask('POST', `/identity/${path}`, { email: 'Instead@example.org', password: PASSWORD, ...more })
      return [status, body.code]
    }
    expect(await say('sign-up/email', { name: 'Ina' })).toEqual([409, 'EMAIL_IN_USE'])
    expect(await say('sign-in/email')).toEqual([401, 'WRONG_PASSWORD'])
    expect(await say('request-password-reset')).toEqual([200, undefined])
  })

  it('creates one account for a person who signs in several times at the same moment', async () => {
    const person = discord.account('twice@example.org')
    discord.person = person
    const browsers = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const browser = new Browser(shop)
        const { body } = await browser.start('/auth/discord/state?pkce=true')
        return { browser, back: await discord.consent(body.url) }
      }),
    )
    const screens = await Promise.all(browsers.map(({ browser, back }) => browser.open(back)))
    expect(screens.map(({ query }) => query.isNew).sort()).toEqual(['false', 'false', 'true'])
    const { rows } = await sql`select 1 from users where email = 'twice@example.org'`.execute(shop.platform.db)
    expect(rows).toHaveLength(1)
  })

  it('refuses a person whose account is closed', async () => {
    const person = discord.account('closed@example.org')
    await signIn(person)
    await sql`update users set closed_at_ms = 1 where email = 'closed@example.org'`.execute(shop.platform.db)
    expect((await signIn(person)).query).toEqual({ error: 'closed' })
  })

  it('keeps hostile names as they are, and creates an account even for an empty or broken name', async () => {
    const hostile = `<img src=x onerror=alert(1)>'; drop table users; -- ${'\u202E'}`
    const { browser, query } = await signIn(discord.account('hostile@example.org', { global_name: hostile, username: hostile }))
    const { body } = await browser.exchange(query.token as string)
    expect(body.user.name).toContain('<img src=x onerror=alert(1)>')
    for (const [n, global_name] of ['', '   ', '\u0000', '\uD800', 'x'.repeat(400)].entries()) {
      const made = await signIn(discord.account(`name${n}@example.org`, { global_name }))
      expect(made.query.isNew, JSON.stringify(global_name)).toBe('true')
    }
  })

  describe('a link by somebody who is signed in', () => {
    const link = async (token: string, person: DiscordAccount | 'denied') => {
      discord.person = person
      const browser = new Browser(shop)
      const { body, status } = await browser.start('/auth/discord/link', { method: 'POST', token })
      expect(status).toBe(200)
      return browser.open(await discord.consent(body.url))
    }

    it('shows the account in the profile, and signs in from then on', async () => {
      const { uid, token } = await shop.signUp('linker@example.org')
      const person = discord.account('elsewhere@example.org')
      expect(await link(token, person)).toEqual({ path: '/discord-success', query: {} })
      expect((await me(token)).discord).toEqual({ id: person.id, username: person.username, linkedAt: expect.any(String) })
      const { browser, query } = await signIn(person)
      expect((await browser.exchange(query.token as string)).body.user.id).toBe(uid)

      const other = discord.account('another@example.org')
      expect((await link(token, other)).path).toBe('/discord-success')
      expect((await me(token)).discord).toMatchObject({ id: other.id })
      expect((await signIn(person)).query.isNew).toBe('true')
    })

    it('is refused with a reason when the account belongs to somebody else', async () => {
      const person = discord.account('owner@example.org')
      await signIn(person)
      const { token } = await shop.signUp('thief@example.org')
      expect(await link(token, person)).toEqual({ path: '/discord-callback', query: { error: 'taken', intent: 'link' } })
      expect((await me(token)).discord).toBeNull()
      expect(await link(token, 'denied')).toEqual({ path: '/discord-callback', query: { error: 'denied', intent: 'link' } })
    })

    it('proves the e-mail when Discord and the shop have the same e-mail', async () => {
      const { uid, token } = await shop.signUp('same@example.org')
      await link(token, discord.account('same@example.org'))
      const { rows } = await sql`select "emailVerified" as v from identity_users where id = ${uid}`.execute(shop.platform.db)
      expect(rows).toEqual([{ v: true }])
    })

    it('proves the e-mail at a later sign-in too, if Discord vouches for it by then', async () => {
      const { uid, token } = await shop.signUp('later@example.org')
      const person = discord.account('later@example.org', { verified: false })
      await link(token, person)
      const proved = async () =>
        (
          await sql`select "emailVerified" as v, p.email_proved_at_ms is not null as shown from identity_users u join users p on p.id = u.id
          where u.id = ${uid}`.execute(shop.platform.db)
        ).rows
      expect(await proved()).toEqual([{ v: false, shown: false }])
      await signIn({ ...person, verified: true })
      expect(await proved()).toEqual([{ v: true, shown: true }])
      expect((await me(token)).uid).toBe(uid)
    })
  })
})

forEachDatabase('sign-in by Google', (open) => {
  it('creates an account by OpenID Connect with PKCE, and signs in by a one-time token', async () => {
    const { server, environment } = await startGoogle()
    const shop = await testShop(await open(), { ...OPENED, ...environment })
    expect((await shop.ask('GET', '/auth/providers')).body).toEqual({ google: true, discord: false, mail: false, signUp: 'open' })
    comes(server, { sub: 'g-1', email: 'Gina@gmail.example', email_verified: true, name: 'Gina' })
    const sent: Record<string, unknown>[] = []
    server.service.on('beforeTokenSigning', (_token, request) => sent.push(request.body as unknown as Record<string, unknown>))
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/google/state')
    const page = new URL(body.url)
    expect(page.searchParams.get('code_challenge_method')).toBe('S256')
    expect(page.searchParams.get('scope')).toBe('openid email profile')
    const screen = await browser.open(await consent(body.url))
    expect([screen.path, screen.query.isNew]).toEqual(['/google-callback', 'true'])
    expect(sent[0]).toMatchObject({ client_id: 'shop', redirect_uri: 'http://localhost/api/auth/google/callback' })
    expect(String(sent[0]?.code_verifier)).toMatch(/^[\w-]{43}$/)
    const { body: signedIn } = await browser.exchange(screen.query.token as string)
    expect(signedIn.user).toMatchObject({ email: 'gina@gmail.example', name: 'Gina' })

    comes(server, { sub: 'g-2', email: 'gina2@gmail.example', email_verified: false, name: 'Gina' })
    const second = new Browser(shop)
    const started = await second.start('/auth/google/state')
    expect((await second.open(await consent(started.body.url))).query).toEqual({ error: 'unverified' })
    server.service.once('beforeResponse', (answer) => {
      answer.body = { error: 'invalid_grant' }
      answer.statusCode = 400
    })
    const third = await second.start('/auth/google/state')
    expect((await second.open(await consent(third.body.url))).query).toEqual({ error: 'failed' })
  })

  it('accepts only an ID token of its issuer, for this shop and sign-in, and about the person of the profile', async () => {
    const { server, environment } = await startGoogle()
    const shop = await testShop(await open(), { ...OPENED, ...environment })
    comes(server, { sub: 'g-5', email: 'ida@gmail.example', email_verified: true, name: 'Ida' })
    const spoil: object[] = []
    server.service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, ...spoil))
    const browser = new Browser(shop)
    const come = async (change = (back: string) => back) => {
      const { body } = await browser.start('/auth/google/state')
      return (await browser.open(change(await consent(body.url)))).query
    }
    const wrong = [
      { nonce: 'of another sign-in' },
      { nonce: undefined },
      { aud: 'another shop' },
      { aud: ['shop', 'another shop'] },
      { aud: undefined },
      { iss: 'https://accounts.example.org' },
      { exp: undefined },
      { sub: 'somebody else' },
    ]
    for (const claims of wrong) {
      spoil[0] = claims
      expect(await come(), JSON.stringify(claims)).toEqual({ error: 'failed' })
    }
    spoil.length = 0
    const withoutIdToken = (answer: { body: unknown }) => {
      answer.body = { access_token: 'x', token_type: 'Bearer' }
    }
    server.service.once('beforeResponse', withoutIdToken)
    expect(await come()).toEqual({ error: 'failed' })
    expect(await come((back) => `${back}&iss=https://accounts.example.org`)).toEqual({ error: 'failed' })
    expect(await come((back) => `${back}&code=another`)).toEqual({ error: 'failed' })
    const { rows } = await sql`select 1 from users where email = 'ida@gmail.example'`.execute(shop.platform.db)
    expect(rows).toEqual([])
    expect((await come((back) => `${back}&iss=${encodeURIComponent(server.issuer.url as string)}`)).isNew).toBe('true')
  })

  it('accepts only its own state', async () => {
    const { server, environment } = await startGoogle()
    const shop = await testShop(await open(), { ...OPENED, ...environment })
    comes(server, { sub: 'g-6', email: 'ivo@gmail.example', email_verified: true })
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/google/state')
    const other = await browser.start('/auth/google/state')
    const back = new URL(await consent(body.url))
    back.searchParams.set('state', 'made-up')
    expect((await browser.open(back.href)).query).toEqual({ error: 'state' })
    // the code of one sign-in with the state of another: neither its verifier nor its nonce fits
    back.searchParams.set('state', other.body.state)
    expect((await browser.open(back.href)).query).toEqual({ error: 'failed' })
  })

  it('links Google and Discord accounts that have the same proved e-mail', async () => {
    const { server, environment } = await startGoogle()
    const discord = await DiscordServer.start()
    const shop = await testShop(await open(), { ...OPENED, ...environment, ...discord.environment })
    expect((await shop.ask('GET', '/auth/providers')).body).toEqual({ google: true, discord: true, mail: false, signUp: 'open' })
    discord.person = discord.account('one@example.org')
    const browser = new Browser(shop)
    const first = await browser.start('/auth/discord/state?pkce=true')
    const byDiscord = await browser.open(await discord.consent(first.body.url))
    const { body: signedIn } = await browser.exchange(byDiscord.query.token as string)
    comes(server, { sub: 'g-9', email: 'one@example.org', email_verified: 'true' })
    const second = await browser.start('/auth/google/state')
    const byGoogle = await browser.open(await consent(second.body.url))
    expect(byGoogle.query.isNew).toBe('false')
    expect((await browser.exchange(byGoogle.query.token as string)).body.user.id).toBe(signedIn.user.id)
  })

  it('fails with 503 when Google does not answer', async () => {
    const shop = await testShop(
      await open(),
      { ...OPENED, GOOGLE_ISSUER: 'http://127.0.0.1:9', GOOGLE_CLIENT_ID: 'shop', GOOGLE_CLIENT_SECRET: 's' },
      { providerTimeoutMs: 500 },
    )
    const { status, body } = await shop.ask('GET', '/auth/google/state')
    expect([status, body.code]).toEqual([503, 'PROVIDER_UNREACHABLE'])
  })
})

forEachDatabase('sign-in by a provider', (open) => {
  it('is not offered in a shop without providers, and is refused with that reason', async () => {
    const shop = await testShop(await open(), OPENED)
    expect((await shop.ask('GET', '/auth/providers')).body).toEqual({ google: false, discord: false, mail: false, signUp: 'open' })
    for (const path of ['/auth/discord/state', '/auth/discord/client-id', '/auth/google/state']) {
      const { status, body } = await shop.ask('GET', path)
      expect([path, status, body.code]).toEqual([path, 503, 'PROVIDER_NOT_CONFIGURED'])
    }
    const browser = new Browser(shop)
    expect((await browser.open('http://localhost/api/auth/discord/callback?code=x&state=y')).query).toEqual({ error: 'state' })
  })

  it('is refused before the shop has its first admin', async () => {
    const discord = await DiscordServer.start()
    const shop = await testShop(await open(), discord.environment)
    discord.person = discord.account('early@example.org')
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    expect((await browser.open(await discord.consent(body.url))).query).toEqual({ error: 'setup' })
  })
})

forEachDatabase('a network that has made all the accounts it may', (open) => {
  it('makes none by a provider either, while people with an account sign in', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const discord = await DiscordServer.start()
    const shop = await testShop(await open(), { ...OPENED, ...discord.environment })
    const come = async (person: DiscordAccount) => {
      discord.person = person
      const browser = new Browser(shop)
      const { body } = await browser.start('/auth/discord/state?pkce=true')
      return (await browser.open(await discord.consent(body.url))).query
    }
    const known = discord.account('known@example.org')
    expect((await come(known)).isNew).toBe('true')
    for (let n = 0, status = 0; status !== 429; n++)
      status = (await shop.ask('POST', '/identity/sign-up/email', { email: `${n}@example.org`, password: PASSWORD, name: 'N' })).status
    expect(await come(discord.account('late@example.org'))).toEqual({ error: 'tooManySignUps' })
    expect((await come(known)).isNew).toBe('false')
  })
})
