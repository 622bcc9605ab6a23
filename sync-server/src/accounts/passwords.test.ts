import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { DiscordServer } from '../app/testing/discord-server.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { startMailServer } from '../mail/testing/mail-server.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { RESET_MAILS } from './password-mail.ts'
import { hashOf } from './token-hash.ts'

const NEW = 'an entirely new password'

/** Answers the link of the newest mail to somebody, and its secret. */
async function mailedLink(platform: Platform, email: string): Promise<{ url: string; token: string }> {
  const { rows } = await sql<{ text: string }>`select text from mails where to_address = ${email} and kind = 'accounts.passwordReset'
    order by created_at_ms desc, id desc limit 1`.execute(platform.db)
  const url = /https?:\S+/.exec(rows[0]?.text ?? '')?.[0]
  if (!url) throw new Error(`no mail with a link to ${email}`)
  return { url, token: new URL(url).searchParams.get('token') as string }
}

forEachDatabase('a password by mail', (open) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
  })
  const request = (email: string, headers: Record<string, string> = {}) =>
    shop.ask('POST', '/identity/request-password-reset', { email }, { headers })
  const reset = (token: string, newPassword = NEW) => shop.ask('POST', '/identity/reset-password', { token, newPassword })

  it('is set once, replaces the old password, and ends every session', async () => {
    const { token: session } = await shop.signUp('ann@example.org')
    const other = await shop.signIn('ann@example.org')
    expect((await shop.ask('GET', '/auth/me', undefined, { token: other })).status).toBe(200)
    const asked = await request(' Ann@Example.ORG ')
    expect([asked.status, asked.body]).toEqual([200, { success: true }])
    const { url, token } = await mailedLink(shop.platform, 'ann@example.org')
    expect(url).toBe(`http://localhost/reset-password?token=${token}`)
    const check = () => shop.ask('POST', '/identity/check-password-reset', { token })
    expect((await check()).body).toEqual({ email: 'ann@example.org' })
    expect((await reset(token, '12345')).body.fields).toEqual({ newPassword: 'Password should be at least 6 characters.' })
    expect((await reset(token)).body).toMatchObject({ success: true })
    for (const gone of [session, other]) expect((await shop.ask('GET', '/auth/me', undefined, { token: gone })).status).toBe(401)
    expect((await reset(token)).body.code).toBe('RESET_LINK_INVALID')
    expect((await check()).body.code).toBe('RESET_LINK_INVALID')
    expect((await shop.ask('POST', '/identity/sign-in/email', { email: 'ann@example.org', password: PASSWORD })).body.code).toBe(
      'WRONG_PASSWORD',
    )
    await shop.signIn('ann@example.org', NEW)
  })

  it('is set only within an hour, and only while the account has the address to which the link was sent', async () => {
    const { uid } = await shop.signUp('old@example.org')
    await request('old@example.org')
    const link = await mailedLink(shop.platform, 'old@example.org')
    await sql`update identity_users set email = 'elsewhere@example.org' where id = ${uid}`.execute(shop.platform.db)
    expect((await reset(link.token)).body.code).toBe('RESET_LINK_INVALID')
    await sql`update identity_users set email = 'old@example.org' where id = ${uid}`.execute(shop.platform.db)
    await sql`update tickets set expires_at = expires_at - interval '60 minutes' where uid = ${uid}`.execute(shop.platform.db)
    expect((await reset(link.token)).body.code).toBe('RESET_LINK_INVALID')
    await shop.signIn('old@example.org')
  })

  it('is set by the owner’s link even after strangers asked for more links, which are void after its use', async () => {
    await shop.signUp('asked@example.org')
    await request('asked@example.org')
    const own = await mailedLink(shop.platform, 'asked@example.org')
    for (let n = 0; n < 7; n++) await request('asked@example.org')
    const last = await mailedLink(shop.platform, 'asked@example.org')
    expect(last.token).not.toBe(own.token)
    expect((await reset(own.token)).body).toMatchObject({ success: true })
    expect((await reset(last.token)).body.code).toBe('RESET_LINK_INVALID')
  })

  it('is set by only one of several requests that use a link at the same time', async () => {
    await shop.signUp('race@example.org')
    await request('race@example.org')
    const { token } = await mailedLink(shop.platform, 'race@example.org')
    const answers = await Promise.all([1, 2, 3].map((n) => reset(token, `password of racer ${n}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = answers.findIndex(({ status }) => status === 200) + 1
    await shop.signIn('race@example.org', `password of racer ${winner}`)
  })

  it('has its link mailed neither to an unknown address nor to a closed account, and is not set by an invented link', async () => {
    expect((await request('nobody@example.org')).body).toMatchObject({
      code: 'USER_NOT_FOUND',
      message: 'No account found with this email.',
    })
    expect((await request('nonsense')).body.message).toBe('Invalid email address.')
    const { uid } = await shop.signUp('closed@example.org')
    await sql`update users set closed_at_ms = 1 where id = ${uid}`.execute(shop.platform.db)
    expect((await request('closed@example.org')).body.code).toBe('USER_NOT_FOUND')
    for (const token of ['', 'x', '\u0000', 'x'.repeat(5_000), hashOf('x')]) {
      const { status } = await reset(token)
      expect([400, 409], token).toContain(status)
    }
  })

  it('has routes that never answer 500, and so have sign-ins by a provider', async () => {
    for (const text of HOSTILE_STRINGS) {
      const part = encodeURIComponent(text.toWellFormed())
      const answers = [
        await request(text),
        await reset(text, text),
        await shop.ask('POST', '/identity/check-password-reset', { token: text }),
        await shop.ask('POST', '/auth/sign-in-token', { token: text }, { headers: { cookie: `shop-browser=${part}` } }),
        await shop.ask('GET', `/auth/discord/callback?code=${part}&state=${part}&error=${part}`),
        await shop.ask('GET', `/auth/google/state?pkce=${part}`),
        await shop.ask('GET', '/identity/sessions', undefined, { token: part }),
      ]
      for (const { status, body } of answers) expect([text, status, body.code]).not.toEqual([text, 500, 'INTERNAL'])
    }
  })

  it('has its link mailed to one mailbox only a few times; strangers who ask often make nobody’s request fail, and every mailed link works', async () => {
    await shop.signUp('flooded@example.org')
    const askFrom = (peer: string) => shop.ask('POST', '/identity/request-password-reset', { email: 'flooded@example.org' }, { peer })
    const first = await askFrom('198.51.100.1')
    for (let n = 2; n < 60; n++) expect((await askFrom(`198.51.100.${n}`)).status).toBe(200)
    const owners = await askFrom('203.0.113.1')
    expect([owners.status, owners.body]).toEqual([first.status, first.body])
    const { rows } = await sql<{ text: string }>`select text from mails where to_address = 'flooded@example.org'
      and kind = 'accounts.passwordReset'`.execute(shop.platform.db)
    expect(rows).toHaveLength(RESET_MAILS.atOnce)
    for (const { text } of rows) {
      const token = /token=([\w-]+)/.exec(text)?.[1]
      expect((await shop.ask('POST', '/identity/check-password-reset', { token })).status).toBe(200)
    }
  })
})

forEachDatabase('a password by mail, at PUBLIC_URL', (open) => {
  it('is set by the link of a real mail, which proves the address and ends a stranger’s link to Discord', async () => {
    const mail = await startMailServer()
    const discord = await DiscordServer.start()
    const environment = {
      ...OPENED,
      ...discord.environment,
      PUBLIC_URL: 'https://till.example',
      SMTP_URL: mail.url,
      MAIL_FROM: 'shop@till.example',
    }
    const shop = await testShop(await open({ firstRetrySeconds: 0 }), environment)
    expect((await shop.ask('GET', '/auth/providers')).body).toEqual({ google: false, discord: true, mail: true, signUp: 'open' })
    // a stranger signs up with Vera's address and links their own Discord account
    const { uid, token } = await shop.signUp('vera@example.org')
    discord.person = { id: '77', username: 'stranger', global_name: null, email: 'stranger@example.org', verified: true }
    const started = await shop.ask('POST', '/auth/discord/link', undefined, { token })
    const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(started.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax; Secure$/)
    const back = new URL(await discord.consent(started.body.url))
    expect(back.origin).toBe('https://till.example')
    const linked = await shop.ask('GET', `${back.pathname}${back.search}`, undefined, { headers: { cookie } })
    expect(linked.headers.get('location')).toBe('/discord-success')

    await shop.ask('POST', '/identity/request-password-reset', { email: 'vera@example.org' })
    await shop.platform.jobs.drain()
    // the first mail went out at the sign-up
    await expect.poll(() => mail.received.length).toBe(2)
    const newestReset = () => mail.received.findLast(({ mail: { subject } }) => subject?.startsWith('Reset'))?.mail.text ?? ''
    const link = /https:\/\/till\.example\/reset-password\?token=([\w-]+)/.exec(newestReset())
    const done = await shop.ask('POST', '/identity/reset-password', { token: link?.[1], newPassword: NEW })
    expect(done.status).toBe(200)
    const { rows } = await sql`select a."providerId" as by, u."emailVerified" as proved, p.discord_id as discord from identity_accounts a
      join identity_users u on u.id = a."userId" join users p on p.id = u.id where u.id = ${uid}`.execute(shop.platform.db)
    expect(rows).toEqual([{ by: 'credential', proved: true, discord: '' }])
    await shop.signIn('vera@example.org', NEW)

    // an account gets only a few reset mails in a short time
    await shop.platform.db.deleteFrom('mails').execute()
    // the browser returns to the variant that the person uses, and only to hosts of the shop
    for (const [host, origin] of [
      ['exchange.localhost', 'https://exchange.localhost'],
      ['exchange.localhost:6666', 'https://exchange.localhost'],
      ['localhost:6666', 'https://till.example'],
    ] as const) {
      const headers = { host }
      await shop.ask('POST', '/identity/request-password-reset', { email: 'vera@example.org' }, { headers })
      const { url } = (await shop.ask('GET', '/auth/discord/state', undefined, { headers })).body
      expect([host, new URL(new URL(url).searchParams.get('redirect_uri') ?? '').origin]).toEqual([host, origin])
      await shop.platform.jobs.drain()
      expect([host, /https?:[^?]+/.exec(newestReset())?.[0]]).toEqual([host, `${origin}/reset-password`])
    }
  })
})

forEachDatabase('a password by mail, at an address that an admin confirmed', (open) => {
  it('is mailed to the owner although a stranger asked often under a host that nobody confirmed', async () => {
    const mail = await startMailServer()
    const shop = await testShop(await open(), { ...OPENED, SMTP_URL: mail.url, MAIL_FROM: 'shop@till.example' })
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    expect((await shop.ask('POST', '/admin/hosts', { origin: 'https://till.example', isForMails: true }, admin)).status).toBe(200)
    await shop.signUp('vera@example.org')
    const askFor = (host: string, peer: string) =>
      shop.ask('POST', '/identity/request-password-reset', { email: 'vera@example.org' }, { headers: { host }, peer })
    for (let n = 1; n < 20; n++) expect((await askFor('exchange.localhost', `198.51.100.${n}`)).status).toBe(200)
    expect((await askFor('till.example', '203.0.113.1')).status).toBe(200)
    const { rows } = await sql`select is_held as "isHeld", count(*)::integer as count from mails where kind = 'accounts.passwordReset'
      group by is_held order by is_held`.execute(shop.platform.db)
    expect(rows).toEqual([
      { isHeld: false, count: 1 },
      { isHeld: true, count: RESET_MAILS.atOnce },
    ])
  })
})

forEachDatabase('the password of an account', (open) => {
  let shop: TestShop
  let discord: DiscordServer
  beforeAll(async () => {
    discord = await DiscordServer.open()
    shop = await testShop(await open(), { ...OPENED, ...discord.environment })
    return () => discord.close()
  })
  const byDiscord = async (email: string): Promise<string> => {
    discord.person = { id: email, username: 'dee', global_name: 'Dee', email, verified: true }
    const started = await shop.ask('GET', '/auth/discord/state?pkce=1')
    const headers = { cookie: started.headers.get('set-cookie')?.split(';')[0] ?? '', origin: 'http://localhost' }
    const back = new URL(await discord.consent(started.body.url))
    const screen = await shop.ask('GET', `${back.pathname}${back.search}`, undefined, { headers })
    const token = new URL(screen.headers.get('location') ?? '', 'http://localhost').searchParams.get('token')
    return (await shop.ask('POST', '/auth/sign-in-token', { token }, { headers })).body.token
  }
  const link = (token: string, password: string) => shop.ask('POST', '/identity/link-password', { password }, { token })

  it('is added once to an account that signs in by Discord', async () => {
    const token = await byDiscord('dee@example.org')
    const ways = async () => (await shop.ask('GET', '/identity/sessions', undefined, { token })).body.hasPassword
    expect(await ways()).toBe(false)
    const wrong = await shop.ask('POST', '/identity/change-password', { currentPassword: 'none at all', newPassword: NEW }, { token })
    expect(wrong.body.code).toBe('CURRENT_PASSWORD_WRONG')
    expect((await link(token, '12345')).body.message).toBe('Password must be at least 6 characters')
    const answers = await Promise.all([link(token, PASSWORD), link(token, PASSWORD)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await link(token, NEW)).body).toMatchObject({
      code: 'PASSWORD_ALREADY_SET',
      message: 'Password is already set up for this account',
    })
    expect(await ways()).toBe(true)
    await shop.signIn('dee@example.org')
  })

  it('is not added when another account signs in with the same e-mail', async () => {
    await shop.signUp('same@example.org')
    await sql`update identity_users set email = 'Same@example.org' where email = 'same@example.org'`.execute(shop.platform.db)
    const token = await byDiscord('same@example.org')
    expect((await link(token, PASSWORD)).body).toMatchObject({
      code: 'EMAIL_HAS_PASSWORD',
      message: 'This email already has a password set up',
    })
  })

  it('is slow to guess for somebody who finds a signed-in device', async () => {
    const { token } = await shop.signUp('guess@example.org')
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push(
        (await shop.ask('POST', '/identity/change-password', { currentPassword: `guess ${n}`, newPassword: NEW }, { token })).status,
      )
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })
})

forEachDatabase('sessions', (open) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
  })
  const list = async (token: string) => (await shop.ask('GET', '/identity/sessions', undefined, { token })).body.sessions

  it('are listed with their device, the current one first, and without secrets', async () => {
    const { token } = await shop.signUp('list@example.org')
    const phone = await shop.ask(
      'POST',
      '/identity/sign-in/email',
      { email: 'list@example.org', password: PASSWORD },
      { headers: { 'user-agent': 'Pocket Phone 1' } },
    )
    const sessions = await list(token)
    expect(sessions).toMatchObject([{ isCurrent: true }, { isCurrent: false, userAgent: 'Pocket Phone 1' }])
    expect(Object.keys(sessions[0]).sort()).toEqual(['address', 'createdAt', 'id', 'isCurrent', 'lastUsedAt', 'userAgent'])
    expect(JSON.stringify(sessions)).not.toContain(phone.body.token)
    expect((await list(phone.body.token))[0]).toMatchObject({ isCurrent: true, userAgent: 'Pocket Phone 1' })
  })

  it('show where they signed in, with IPv6 in its usual form', async () => {
    const proxied = await testShop(shop.platform, { ...OPENED, TRUST_PROXY: 'true' })
    await proxied.signUp('where@example.org')
    for (const address of ['2001:db8:0:0:0:0:0:7', '192.0.2.7']) {
      const signedIn = await proxied.ask(
        'POST',
        '/identity/sign-in/email',
        { email: 'where@example.org', password: PASSWORD },
        { headers: { 'x-forwarded-for': address } },
      )
      const answer = await proxied.ask('GET', '/identity/sessions', undefined, { token: signedIn.body.token })
      expect(answer.body.sessions[0].address).toBe(address.replace(':0:0:0:0:0:', '::'))
    }
  })

  it('are ended singly, immediately, and only by their owner', async () => {
    const { token } = await shop.signUp('owner@example.org')
    const lost = await shop.signIn('owner@example.org')
    const { token: stranger } = await shop.signUp('stranger@example.org')
    await list(lost)
    const [, { id }] = await list(token)
    const end = (by: string) => shop.ask('DELETE', `/identity/sessions/${id}`, undefined, { token: by })
    expect((await end(stranger)).body.code).toBe('FORBIDDEN')
    expect((await end(await shop.signIn(ADMIN_EMAIL))).body.code).toBe('FORBIDDEN')
    expect((await end(token)).status).toBe(200)
    expect((await end(token)).body.code).toBe('SESSION_NOT_FOUND')
    expect((await shop.ask('GET', '/auth/me', undefined, { token: lost })).status).toBe(401)
    expect(await list(token)).toHaveLength(1)
  })

  it('are ended on all other devices, on request or by a new password', async () => {
    const { token } = await shop.signUp('else@example.org')
    const others = [await shop.signIn('else@example.org'), await shop.signIn('else@example.org')]
    expect((await shop.ask('POST', '/identity/revoke-other-sessions', undefined, { token })).status).toBe(200)
    for (const other of others) expect((await shop.ask('GET', '/auth/me', undefined, { token: other })).status).toBe(401)
    const again = await shop.signIn('else@example.org')
    const change = { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions: true }
    expect((await shop.ask('POST', '/identity/change-password', change, { token })).status).toBe(200)
    expect((await shop.ask('GET', '/auth/me', undefined, { token: again })).status).toBe(401)
    expect((await shop.ask('GET', '/auth/me', undefined, { token })).status).toBe(200)
  })
})

describe('secrets', () => {
  forEachDatabase('of accounts', (open) => {
    it('appear neither in the log nor in the tables of accounts, commands and jobs: passwords, session tokens, links, states and one-time tokens', async () => {
      const lines: string[] = []
      const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
      const discord = await DiscordServer.start()
      const platform = await open({ log })
      const shop = await testShop(platform, { ...OPENED, ...discord.environment }, { log, providerTimeoutMs: 2_000 })
      const secrets = [PASSWORD, NEW, 'a wrong password', discord.environment.DISCORD_CLIENT_SECRET as string]
      const { token } = await shop.signUp('secret@example.org')
      secrets.push(token, await shop.signIn('secret@example.org'))
      await shop.ask('POST', '/identity/sign-in/email', { email: 'secret@example.org', password: 'a wrong password' })
      await shop.ask('POST', '/identity/change-password', { currentPassword: 'a wrong password', newPassword: NEW }, { token })
      await shop.ask('POST', '/identity/request-password-reset', { email: 'secret@example.org' })
      const link = await mailedLink(platform, 'secret@example.org')
      await sql`delete from mails`.execute(platform.db)

      discord.person = { id: '5', username: 's', global_name: null, email: 's@example.org', verified: true }
      const started = await shop.ask('GET', '/auth/discord/state?pkce=true')
      const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? ''
      const headers = { cookie, origin: 'http://localhost' }
      const back = new URL(await discord.consent(started.body.url))
      const screen = await shop.ask('GET', `${back.pathname}${back.search}`, undefined, { headers })
      const oneTime = new URL(screen.headers.get('location') ?? '', 'http://localhost').searchParams.get('token') as string
      secrets.push(link.token, started.body.state, cookie.split('=')[1] as string, back.searchParams.get('code') as string, oneTime)
      const kept = async () => {
        const { rows } = await sql<{ all: string }>`select coalesce((select jsonb_agg(t) from tickets t)::text, '')
          || (select jsonb_agg(s) from identity_sessions s)::text || (select jsonb_agg(a) from identity_accounts a)::text
          || coalesce((select jsonb_agg(c) from command_log c)::text, '') || coalesce((select jsonb_agg(j) from jobs j)::text, '') as all`.execute(
          platform.db,
        )
        return rows[0]?.all ?? ''
      }
      const before = await kept()
      const signedIn = await shop.ask('POST', '/auth/sign-in-token', { token: oneTime }, { headers })
      secrets.push(signedIn.body.token)
      await shop.ask('POST', '/identity/reset-password', { token: link.token, newPassword: NEW })
      discord.state = 'hangs'
      await shop.ask('GET', `${back.pathname}${back.search}`, undefined, { headers })
      await shop.ask('POST', '/identity/sign-out', undefined, { token: signedIn.body.token })

      expect(lines.length).toBeGreaterThan(10)
      expect(before).toContain(hashOf(link.token))
      expect(before).toContain(hashOf(token))
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(8)
        expect(lines.filter((line) => line.includes(secret))).toEqual([])
        expect(`${before}${await kept()}`.includes(secret), secret).toBe(false)
      }
    })
  })
})
