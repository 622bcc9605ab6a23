import { beforeAll, expect, it } from 'vitest'
import { Browser } from '../../app/testing/browser.ts'
import { type DiscordAccount, DiscordServer } from '../../app/testing/discord-server.ts'
import { comes, consent, startGoogle } from '../../app/testing/google-server.ts'
import { signUpProved } from '../../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'
import { codeOf, forgetSteps, setUpCodes, wrongCodeOf } from '../testing/authenticator.ts'

forEachDatabase('a sign-in by a provider to an account with a second step', (open) => {
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
    const { query } = await browser.open(await discord.consent(body.url))
    return browser.exchange(query.token as string)
  }
  const secondStep = (body: object) => shop.ask('POST', '/identity/sign-in/second-step', body)
  const me = async (token: string) => (await shop.ask('GET', '/auth/me', undefined, { token })).body
  const stateOf = async (uid: string) => {
    const { rows } = await sql<{ links: number; chat: string; sessions: number }>`select
      (select count(*)::int from identity_accounts where "userId" = ${uid} and "providerId" = 'discord') as links,
      (select discord_id from users where id = ${uid}) as chat,
      (select count(*)::int from identity_sessions where "userId" = ${uid}) as sessions`.execute(shop.platform.db)
    return rows[0]
  }
  const kindsOf = async (uid: string) =>
    (
      await sql<{ kind: string; by: string }>`select kind, coalesce(detail->>'by', detail->>'provider', '') as by from security_events
        where uid = ${uid} and result = 'done' order by at_ms, id`.execute(shop.platform.db)
    ).rows.map(({ kind, by }) => `${kind} ${by}`.trim())

  it('makes no link, no chat account and no session before the code, so a mailbox alone opens nothing', async () => {
    const { uid, token } = await signUpProved(shop, 'ann@example.org')
    const { secret } = await setUpCodes(shop, token)
    const thief = discord.account('ann@example.org')
    const stopped = await signIn(thief)
    expect(stopped).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_NEEDED', details: { ways: 'code' } } })
    expect(stopped.body.message).not.toContain('password')
    expect(stopped.body.token).toBeUndefined()
    const untouched = { links: 0, chat: '', sessions: 1 }
    expect(await stateOf(uid)).toEqual(untouched)
    const { ticket } = stopped.body.details
    expect((await shop.ask('GET', '/auth/me', undefined, { token: ticket })).status).toBe(401)
    expect((await secondStep({ ticket, code: wrongCodeOf(secret) })).body.code).toBe('CODE_WRONG')
    expect(await stateOf(uid)).toEqual(untouched)
    // five wrong answers end the ticket
    for (let n = 0; n < 4; n++) await secondStep({ ticket, code: wrongCodeOf(secret) })
    expect(await secondStep({ ticket, code: codeOf(secret) })).toMatchObject({ status: 409, body: { code: 'SIGN_IN_TOKEN_INVALID' } })
    expect(await stateOf(uid)).toEqual(untouched)
    expect(await kindsOf(uid)).not.toContain('providerLinked discord')
  })

  it('links and signs in after the right code, and asks for a code again at the next sign-in by the linked account', async () => {
    const { uid, token } = await signUpProved(shop, 'bea@example.org')
    const { secret } = await setUpCodes(shop, token)
    const bea = discord.account('bea@example.org', { global_name: '\u0000\uD800' })
    const { ticket } = (await signIn(bea)).body.details
    const done = await secondStep({ ticket, code: codeOf(secret) })
    expect(done).toMatchObject({ status: 200, body: { user: { id: uid } } })
    expect(await me(done.body.token)).toMatchObject({ uid, discord: { id: bea.id, username: bea.username } })
    expect(await stateOf(uid)).toEqual({ links: 1, chat: bea.id, sessions: 2 })
    expect((await kindsOf(uid)).slice(-2)).toEqual(['providerLinked discord', 'signIn discord and code'])
    // the new session counts as proved by the second factor
    expect((await shop.ask('POST', '/identity/second-factor/recovery-codes', undefined, { token: done.body.token })).status).toBe(200)
    expect((await secondStep({ ticket, code: codeOf(secret, 1) })).body.code).toBe('SIGN_IN_TOKEN_INVALID')

    await forgetSteps(shop)
    const again = await signIn({ ...bea, username: 'bea-renamed' })
    expect(again).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_NEEDED' } })
    expect((await me(token)).discord.username).toBe(bea.username)
    const entered = await secondStep({ ticket: again.body.details.ticket, code: codeOf(secret) })
    expect((await me(entered.body.token)).discord.username).toBe('bea-renamed')
    expect(await kindsOf(uid)).toContain('signIn discord and code')
    expect((await kindsOf(uid)).filter((one) => one === 'providerLinked discord')).toHaveLength(1)
  })

  it('asks for the second step even if it was set up while the person was at the provider’s page', async () => {
    const { token } = await signUpProved(shop, 'cleo@example.org')
    discord.person = discord.account('cleo@example.org')
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const { query } = await browser.open(await discord.consent(body.url))
    const { secret } = await setUpCodes(shop, token)
    const stopped = await browser.exchange(query.token as string)
    expect(stopped.body.code).toBe('SECOND_STEP_NEEDED')
    expect((await secondStep({ ticket: stopped.body.details.ticket, code: codeOf(secret) })).status).toBe(200)
  })

  it('signs nobody in if the provider’s account is linked to somebody else, or unlinked, before the code comes', async () => {
    const { token } = await signUpProved(shop, 'dora@example.org')
    const { secret } = await setUpCodes(shop, token)
    const shared = discord.account('dora@example.org')
    const { ticket } = (await signIn(shared)).body.details
    const other = await shop.signUp('other@example.org')
    const browser = new Browser(shop)
    discord.person = shared
    const begun = await browser.start('/auth/discord/link', { method: 'POST', token: other.token })
    expect((await browser.open(await discord.consent(begun.body.url))).path).toBe('/discord-success')
    expect((await secondStep({ ticket, code: codeOf(secret) })).body.code).toBe('SIGN_IN_TOKEN_INVALID')

    const own = discord.account('dora@example.org')
    await forgetSteps(shop)
    const linked = await secondStep({ ticket: (await signIn(own)).body.details.ticket, code: codeOf(secret) })
    expect(linked.status).toBe(200)
    await forgetSteps(shop)
    const open = (await signIn({ ...own, email: 'moved@example.org' })).body.details.ticket
    await sql`delete from identity_accounts where "accountId" = ${own.id}`.execute(shop.platform.db)
    expect((await secondStep({ ticket: open, code: codeOf(secret) })).body.code).toBe('SIGN_IN_TOKEN_INVALID')
  })

  it('works in the same way by Google', async () => {
    const { server, environment } = await startGoogle()
    const own = await testShop(await open(), { ...OPENED, ...environment })
    const admin = await own.signIn(ADMIN_EMAIL)
    const { secret } = await setUpCodes(own, admin)
    comes(server, { sub: 'g-1', email: ADMIN_EMAIL, email_verified: true, name: 'Ada' })
    const browser = new Browser(own)
    const { body } = await browser.start('/auth/google/state')
    const screen = await browser.open(await consent(body.url))
    const stopped = await browser.exchange(screen.query.token as string)
    expect(stopped).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_NEEDED' } })
    const { ticket } = stopped.body.details
    const done = await own.ask('POST', '/identity/sign-in/second-step', { ticket, code: codeOf(secret) })
    expect(done).toMatchObject({ status: 200, body: { user: { email: ADMIN_EMAIL } } })
  })
})

forEachDatabase('somebody whose e-mail is not confirmed', (open) => {
  it('cannot set up a second step, and is told to confirm the e-mail first', async () => {
    const shop = await testShop(await open(), OPENED)
    const ann = await shop.signUp('ann@example.org')
    for (const path of ['/identity/second-factor/codes/start', '/identity/passkeys/start'])
      expect(await shop.ask('POST', path, undefined, ann), path).toMatchObject({
        status: 409,
        body: { code: 'EMAIL_NOT_PROVED', message: expect.stringContaining('confirm your e-mail first') },
      })
    const { rows } = await sql`select kind from tickets where kind in ('codes', 'newPasskey')`.execute(shop.platform.db)
    expect(rows).toEqual([])
  })
})
