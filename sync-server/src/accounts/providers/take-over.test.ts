import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { Browser } from '../../app/testing/browser.ts'
import { type DiscordAccount, DiscordServer } from '../../app/testing/discord-server.ts'
import { comes, consent, startGoogle } from '../../app/testing/google-server.ts'
import { mailedProof } from '../../app/testing/proved.ts'
import { OPENED, PASSWORD, type TestShop, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'

forEachDatabase('somebody who proves an e-mail by a provider', (open) => {
  let shop: TestShop
  let discord: DiscordServer
  beforeAll(async () => {
    discord = await DiscordServer.open()
    shop = await testShop(await open(), { ...OPENED, ...discord.environment }, { providerTimeoutMs: 3_000 })
    return () => discord.close()
  })

  const signIn = async (person: DiscordAccount) => {
    discord.person = person
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    return { browser, ...(await browser.open(await discord.consent(body.url))) }
  }
  const me = async (token: string) => (await shop.ask('GET', '/auth/me', undefined, { token })).body

  it('gets the account with this e-mail if it was unproved there; the password, sessions, links and mailed secrets of a stranger end', async () => {
    const { uid, token: stranger } = await shop.signUp('vera@example.org')
    const browser = new Browser(shop)
    discord.person = discord.account('stranger@example.org')
    const strangersAccount = discord.person as DiscordAccount
    const begun = await browser.start('/auth/discord/link', { method: 'POST', token: stranger })
    expect((await browser.open(await discord.consent(begun.body.url))).path).toBe('/discord-success')
    const { token: link, code } = await mailedProof(shop, 'vera@example.org')
    await shop.ask('POST', '/identity/request-password-reset', { email: 'vera@example.org' })
    expect((await me(stranger)).uid).toBe(uid)

    const vera = discord.account('Vera@Example.org')
    const came = await signIn(vera)
    expect(came.query.isNew).toBe('false')
    const { token } = (await came.browser.exchange(came.query.token as string)).body
    expect(await me(token)).toMatchObject({ uid, discord: { id: vera.id, username: vera.username } })
    expect((await shop.ask('GET', '/auth/me', undefined, { token: stranger })).status).toBe(401)
    const byPassword = { email: 'vera@example.org', password: PASSWORD }
    expect((await shop.ask('POST', '/identity/sign-in/email', byPassword)).body.code).toBe('WRONG_PASSWORD')
    const again = await signIn({ ...strangersAccount, email: 'vera@example.org', verified: false })
    expect(again.query).toEqual({ error: 'unverified' })
    expect((await shop.ask('POST', '/identity/prove-email-by-link', { token: link })).body.code).toBe('EMAIL_LINK_OLD')
    expect((await shop.ask('POST', '/identity/prove-email', { code }, { token })).body.state).toBe('already')
    const { rows } = await sql`select (select count(*)::int from tickets where uid = ${uid} and kind = 'passwordReset') as resets,
      (select "emailVerified" from identity_users where id = ${uid}) as proved,
      (select email_proved_at_ms is not null from users where id = ${uid}) as shown`.execute(shop.platform.db)
    expect(rows).toEqual([{ resets: 0, proved: true, shown: true }])
  })

  it('gets the account once by three sign-ins at the same moment, and never by an e-mail that the provider has not verified', async () => {
    const { uid, token } = await shop.signUp('hurried@example.org')
    expect((await signIn(discord.account('hurried@example.org', { verified: false }))).query).toEqual({ error: 'unverified' })
    expect((await me(token)).uid).toBe(uid)
    discord.person = discord.account('hurried@example.org')
    const backs = await Promise.all(
      [1, 2, 3].map(async () => {
        const browser = new Browser(shop)
        const { body } = await browser.start('/auth/discord/state?pkce=true')
        return { browser, back: await discord.consent(body.url) }
      }),
    )
    const screens = await Promise.all(backs.map(({ browser, back }) => browser.open(back)))
    expect(screens.map(({ query }) => query.isNew)).toEqual(['false', 'false', 'false'])
    const { rows } = await sql`select "providerId" as by from identity_accounts where "userId" = ${uid}`.execute(shop.platform.db)
    expect(rows).toEqual([{ by: 'discord' }])
  })

  it('gets the account by Google too, and a stranger’s password for it ends', async () => {
    const { server, environment } = await startGoogle()
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const shop = await testShop(await open({ log }), { ...OPENED, ...environment }, { log })
    const { uid, token: stranger } = await shop.signUp('victim@gmail.example')
    expect((await shop.ask('GET', '/auth/me', undefined, { token: stranger })).status).toBe(200)
    comes(server, { sub: 'g-7', email: 'Victim@gmail.example', email_verified: true, name: 'Vic' })
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/google/state')
    const screen = await browser.open(await consent(body.url))
    expect(screen.query.isNew).toBe('false')
    expect((await browser.exchange(screen.query.token as string)).body.user.id).toBe(uid)
    expect((await shop.ask('GET', '/auth/me', undefined, { token: stranger })).status).toBe(401)
    const byPassword = { email: 'victim@gmail.example', password: PASSWORD }
    expect((await shop.ask('POST', '/identity/sign-in/email', byPassword)).body.code).toBe('WRONG_PASSWORD')
    expect(lines.filter((line) => line.includes('the person who proved it') && line.includes(uid))).toHaveLength(1)
  })

  it('is bound to the paid variant by a sign-up there, but not by a sign-in with an existing account', async () => {
    const comeFrom = async (host: string, person: DiscordAccount) => {
      discord.person = person
      const started = await shop.ask('GET', '/auth/discord/state?pkce=true', undefined, { headers: { host } })
      const browser = new Browser(shop)
      browser.cookie = started.headers.get('set-cookie')?.split(';')[0]
      const { query } = await browser.open(await discord.consent(started.body.url))
      return query.isNew
    }
    const domainOf = async (email: string) =>
      (await sql<{ domain: string }>`select registered_domain as domain from users where email = ${email}`.execute(shop.platform.db))
        .rows[0]?.domain
    const [paid, free] = [discord.account('paid@example.org'), discord.account('free@example.org')]
    expect(await comeFrom('Exchange.Localhost:3000', paid)).toBe('true')
    expect(await comeFrom('localhost', free)).toBe('true')
    expect(await comeFrom('exchange.localhost', free)).toBe('false')
    expect([await domainOf('paid@example.org'), await domainOf('free@example.org')]).toEqual(['exchange.localhost', ''])
  })
})
