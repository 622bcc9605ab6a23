import { beforeAll, expect, it } from 'vitest'
import { Browser } from '../app/testing/browser.ts'
import { DiscordServer } from '../app/testing/discord-server.ts'
import { OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { SESSION_DAYS } from './identity.ts'

const NEW = 'an entirely new password'

forEachDatabase('a session that has ended', (open) => {
  let shop: TestShop
  let discord: DiscordServer
  beforeAll(async () => {
    discord = await DiscordServer.open()
    shop = await testShop(await open(), { ...OPENED, ...discord.environment })
    return () => discord.close()
  })
  const post = (path: string, body: unknown, token?: string) => shop.ask('POST', path, body, { token })

  /** Starts a link to a Discord account in this session. Answers a function that finishes the link after the consent. */
  const beginLink = async (token: string, id: string) => {
    discord.person = { id, username: 'stranger', global_name: null, email: `${id}@example.org`, verified: true }
    const browser = new Browser(shop)
    const back = await discord.consent((await browser.start('/auth/discord/link', { method: 'POST', token })).body.url)
    return () => browser.open(back)
  }
  const resetPassword = async (email: string) => {
    await post('/identity/request-password-reset', { email })
    const { rows } = await sql<{
      text: string
    }>`select text from mails where to_address = ${email} and kind = 'accounts.passwordReset' order by created_at_ms desc limit 1`.execute(
      shop.platform.db,
    )
    const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
    expect((await post('/identity/reset-password', { token, newPassword: NEW })).status).toBe(200)
  }

  const endings: Readonly<Record<string, (email: string, own: string) => Promise<unknown>>> = {
    'a password reset': (email) => resetPassword(email),
    'a new password': (_email, own) => post('/identity/change-password', { currentPassword: PASSWORD, newPassword: NEW }, own),
    'ending all others': (_email, own) => post('/identity/revoke-other-sessions', {}, own),
    'ending that one': async (_email, own) => {
      const { sessions } = (await shop.ask('GET', '/identity/sessions', undefined, { token: own })).body
      for (const { id, isCurrent } of sessions)
        if (!isCurrent) await shop.ask('DELETE', `/identity/sessions/${id}`, undefined, { token: own })
    },
  }
  /** True when the server tells the device of a session that somebody ended it. */
  const saysEnded = async (token: string | undefined): Promise<boolean> =>
    (await post('/auth/erased', { uids: ['0190a0b0-0000-7000-8000-00000000ffff'] }, token)).body.sessionEnded

  it.each(Object.keys(endings))('is reported to its device as ended by somebody: %s', async (name) => {
    const email = `tablet${Object.keys(endings).indexOf(name)}@example.org`
    await shop.signUp(email)
    const [tablet, own] = [await shop.signIn(email), await shop.signIn(email)]
    expect(await saysEnded(tablet)).toBe(false)
    await endings[name]?.(email, own)
    expect([await saysEnded(tablet), await saysEnded(own)]).toEqual([true, name === 'a password reset'])
  })

  it('is reported to its device as ended by somebody after a sign-out, and while its account is closed', async () => {
    const { uid, token } = await shop.signUp('closed@example.org')
    const copied = await shop.signIn('closed@example.org')
    await post('/identity/sign-out', {}, copied)
    expect([await saysEnded(copied), await saysEnded(token)]).toEqual([true, false])
    await sql`update users set closed_at_ms = 1 where id = ${uid}`.execute(shop.platform.db)
    expect(await saysEnded(token)).toBe(true)
  })

  it('does not count as ended by somebody when it ran out, and neither does an unknown token', async () => {
    const { token } = await shop.signUp('idle@example.org')
    await sql`update identity_sessions set "expiresAt" = now() - interval '1 second'`.execute(shop.platform.db)
    expect(await saysEnded(token)).toBe(false)
    await sql`update jobs set run_at = now() where kind = 'platform.purge'`.execute(shop.platform.db)
    await shop.platform.jobs.drain()
    const { rows } = await sql`select 1 from identity_sessions where "expiresAt" < now()`.execute(shop.platform.db)
    expect(rows).toEqual([])
    expect([await saysEnded(token), await saysEnded('unknown'), await saysEnded(undefined)]).toEqual([false, false, false])
  })

  it('is remembered until its token would have run out', async () => {
    const { token } = await shop.signUp('long-ago@example.org')
    await post('/identity/sign-out', {}, token)
    const age = async (days: number) => {
      await sql`update ended_sessions set ended_at = now() - make_interval(days => ${days})`.execute(shop.platform.db)
      await sql`update jobs set run_at = now() where kind = 'platform.purge'`.execute(shop.platform.db)
      await shop.platform.jobs.drain()
      return saysEnded(token)
    }
    expect([await age(SESSION_DAYS - 1), await age(SESSION_DAYS + 1)]).toEqual([true, false])
  })

  it.each(Object.keys(endings))('finishes no link that was started in it: %s', async (name) => {
    const n = Object.keys(endings).indexOf(name)
    const email = `victim${n}@example.org`
    const { uid } = await shop.signUp(email)
    // every second account has a proved address
    await sql`update identity_users set "emailVerified" = ${n % 2 === 0} where id = ${uid}`.execute(shop.platform.db)
    const [stolen, own] = [await shop.signIn(email), await shop.signIn(email)]
    const finish = await beginLink(stolen, `80${n}`)
    await endings[name]?.(email, own)
    expect((await shop.ask('GET', '/auth/me', undefined, { token: stolen })).status).toBe(401)
    expect((await finish()).query.error).toBe('state')
    const { rows } = await sql`select a."providerId" as by, p.discord_id as discord from identity_accounts a
      join users p on p.id = a."userId" where p.id = ${uid}`.execute(shop.platform.db)
    expect(rows).toEqual([{ by: 'credential', discord: '' }])
  })

  it('finishes no link when it ends while the shop asks the provider', async () => {
    const { token } = await shop.signUp('slow@example.org')
    const finish = await beginLink(token, '810')
    discord.meanwhile = () => post('/identity/sign-out', {}, token)
    expect((await finish()).query.error).toBe('state')
    discord.meanwhile = async () => {}
    const { rows } = await sql`select 1 from identity_accounts where "accountId" = '810'`.execute(shop.platform.db)
    expect(rows).toEqual([])
  })

  it('starts no link, even while its token is still cached', async () => {
    const { uid, token } = await shop.signUp('gone@example.org')
    await shop.ask('GET', '/auth/me', undefined, { token })
    await sql`delete from identity_sessions where "userId" = ${uid}`.execute(shop.platform.db)
    const { status, body } = await post('/auth/discord/link', undefined, token)
    expect([status, body.code]).toEqual([401, 'SIGN_IN_REQUIRED'])
  })

  it('does not stop the links of other people or of sessions that go on', async () => {
    const { token } = await shop.signUp('lasting@example.org')
    const { token: other } = await shop.signUp('bystander@example.org')
    await shop.signIn('lasting@example.org')
    const [finish, finishOther] = [await beginLink(token, '820'), await beginLink(other, '821')]
    await post('/identity/revoke-other-sessions', {}, token)
    for (const end of [finish, finishOther]) expect((await end()).path).toBe('/discord-success')
  })

  it('leaves no one-time token behind after a password reset', async () => {
    discord.person = { id: '830', username: 'dora', global_name: null, email: 'dora@example.org', verified: true }
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/discord/state?pkce=true')
    const { query } = await browser.open(await discord.consent(body.url))
    await resetPassword('dora@example.org')
    expect((await browser.exchange(query.token as string)).body.code).toBe('SIGN_IN_TOKEN_INVALID')
    const { rows } = await sql`select 1 from tickets t join users u on u.id = t.uid where u.email = 'dora@example.org'`.execute(
      shop.platform.db,
    )
    expect(rows).toEqual([])
    await shop.signIn('dora@example.org', NEW)
  })
})

forEachDatabase('a changed password', (open) => {
  it('voids the person’s mailed reset links, and leaves other people’s valid', async () => {
    const shop = await testShop(await open(), OPENED)
    const post = (path: string, body: unknown, token?: string) => shop.ask('POST', path, body, { token })
    const { token } = await shop.signUp('changed@example.org')
    await shop.signUp('other@example.org')
    const linkTo = async (email: string) => {
      await post('/identity/request-password-reset', { email })
      const { rows } = await sql<{
        text: string
      }>`select text from mails where to_address = ${email} and kind = 'accounts.passwordReset'`.execute(shop.platform.db)
      return /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
    }
    const [own, others] = [await linkTo('changed@example.org'), await linkTo('other@example.org')]
    await post('/identity/change-password', { currentPassword: PASSWORD, newPassword: NEW }, token)
    expect((await post('/identity/reset-password', { token: own, newPassword: 'a stranger’s password' })).body.code).toBe(
      'RESET_LINK_INVALID',
    )
    expect((await post('/identity/reset-password', { token: others, newPassword: NEW })).status).toBe(200)
    expect((await shop.ask('GET', '/auth/me', undefined, { token })).status).toBe(200)
  })
})
