import { hostname, networkInterfaces } from 'node:os'
import { beforeEach, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { startMailServer } from '../mail/testing/mail-server.ts'
import { sql } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const OPENING = { email: 'owner@example.org', password: PASSWORD, displayName: 'Owner', timeZone: 'UTC', shopName: '' }
const at = (host: string, more: Record<string, string> = {}) => ({ headers: { host, ...more } })

/** The status of a call and of a page under a host. */
async function statusesAt(shop: TestShop, headers: Record<string, string>, token?: string): Promise<number[]> {
  const call = await shop.ask('GET', '/auth/providers', undefined, { headers, token })
  return [call.status, (await shop.server.fetch(new Request('http://localhost/login', { headers }))).status]
}

async function newestMail(platform: Platform) {
  const { rows } = await sql<{
    text: string
    state: string
  }>`select text, state from mails order by created_at_ms desc, id desc limit 1`.execute(platform.db)
  return { state: rows[0]?.state, origin: /(https?:\/\/[^/]+)\/reset-password/.exec(rows[0]?.text ?? '')?.[1] }
}

forEachDatabase('a host', (open) => {
  it('that nobody confirmed gets 421 and the command that confirms it; health checks are answered under every host', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    for (const host of ['evil.example', 'localhost.evil.example', '203.0.113.9', '[2001:db8::9]:8787', 'evil.example:80']) {
      const { status, body } = await shop.ask('GET', '/auth/me', undefined, { ...at(host), token })
      expect([host, status, body.code]).toEqual([host, 421, 'HOST_UNKNOWN'])
      expect(body.message).toContain(`npm run admin -- confirm-host ${host.replace(/:80$/, '')}`)
      const probes = { '/api/health': 200, '/api/ready': 200, '/api/metrics': 401 }
      for (const [path, probed] of Object.entries(probes))
        expect([path, (await shop.ask('GET', path, undefined, at(host))).status]).toEqual([path, probed])
    }
    const page = await shop.server.fetch(new Request('http://localhost/', { headers: { host: 'evil.example' } }))
    expect([page.status, page.headers.get('content-type')]).toEqual([421, 'text/html; charset=UTF-8'])
    expect(await page.text()).toContain('confirm-host evil.example')
    for (const path of ['/sync/push', '/sync/pull', '/identity/sign-in/email', '/membership/webhook'])
      expect([path, (await shop.ask('POST', path, {}, at('evil.example'))).status]).toEqual([path, 421])
  })

  it('of the configuration, the machine or the loopback is accepted, also in other spellings', async () => {
    const environment = { ...OPENED, PUBLIC_URL: 'https://Till.example:8443', EXCHANGE_DOMAIN: 'paid.example', HOST: 'register.lan' }
    const shop = await testShop(await open(), environment)
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const own = addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))
    for (const host of ['till.example', 'TILL.example.', 'till.example:1', 'paid.example:443', 'exchange.localhost', 'register.lan'])
      expect([host, await statusesAt(shop, { host })]).toEqual([host, [200, 200]])
    for (const host of ['localhost:8787', 'LOCALHOST', 'anything.localhost', '127.0.0.1', '127.9.9.9:80', '[::1]:8787', '[0:0::1]', ...own])
      expect([host, await statusesAt(shop, { host })]).toEqual([host, [200, 200]])
    for (const host of [hostname(), `${hostname().split('.')[0]}.LOCAL:8787`])
      expect([host, await statusesAt(shop, { host })]).toEqual([host, [200, 200]])
    for (const host of ['till.example.evil.example', 'other.local', '128.0.0.1'])
      expect([host, await statusesAt(shop, { host })]).toEqual([host, [421, 421]])
  })

  it('is the forwarded host only behind a trusted proxy', async () => {
    const platform = await open()
    const behind = await testShop(platform, { ...OPENED, PUBLIC_URL: 'https://till.example', TRUST_PROXY: 'true' })
    const forwarded = (name: string) => ({ host: 'inside:8787', 'x-forwarded-host': name, 'x-forwarded-for': '203.0.113.5' })
    expect(await statusesAt(behind, forwarded('till.example'))).toEqual([200, 200])
    expect(await statusesAt(behind, forwarded('evil.example'))).toEqual([421, 421])
    expect(await statusesAt(behind, { host: 'inside:8787' })).toEqual([421, 421])
    const bare = await testShop(platform, { ...OPENED, PUBLIC_URL: 'https://till.example' })
    expect(await statusesAt(bare, { host: 'evil.example', 'x-forwarded-host': 'till.example' })).toEqual([421, 421])
  })
})

forEachDatabase('an empty shop', (open) => {
  it('answers under every host, and its set-up confirms the host of that request', async () => {
    const shop = await testShop(await open())
    const code = await shop.server.newSetUpCode()
    expect(await statusesAt(shop, { host: 'till.example' })).toEqual([200, 200])
    // a proxy hides HTTPS, but the browser names it
    const { status } = await shop.ask('POST', '/setup', { ...OPENING, code }, at('Till.example', { origin: 'https://till.example' }))
    expect(status).toBe(200)
    expect(await statusesAt(shop, { host: 'till.example' })).toEqual([200, 200])
    expect(await statusesAt(shop, { host: 'elsewhere.example' })).toEqual([421, 421])
    await shop.ask('POST', '/identity/request-password-reset', { email: OPENING.email })
    expect((await newestMail(shop.platform)).origin).toBe('https://till.example')
  })

  it('confirms no address when it is set up under a loopback name', async () => {
    const shop = await testShop(await open())
    const { body } = await shop.ask('POST', '/setup', OPENING, at('localhost:8787'))
    const { hosts, mailTargets } = (await shop.ask('GET', '/admin/hosts', undefined, { token: body.token })).body
    expect(hosts.filter(({ source }: { source: string }) => source === 'confirmed')).toEqual([])
    expect(mailTargets).toEqual([{ brand: 'Consign', origin: null }])
  })
})

forEachDatabase('an admin', (open) => {
  let shop: TestShop
  let token: string
  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    token = await shop.signIn(ADMIN_EMAIL)
  })
  const confirm = (origin: string, isForMails = true) => shop.ask('POST', '/admin/hosts', { origin, isForMails }, { token })
  const remove = (host: string, options = {}) =>
    shop.ask('DELETE', `/admin/hosts/${encodeURIComponent(host)}`, undefined, { token, ...options })
  const listed = async (host: string) =>
    (await shop.ask('GET', '/admin/hosts', undefined, { token })).body.hosts.find((one: { host: string }) => one.host === host)

  it('confirms a host and removes it, and both are audited', async () => {
    expect(await statusesAt(shop, { host: 'till.example' })).toEqual([421, 421])
    expect((await confirm('HTTPS://Till.example./')).body).toEqual({ success: true })
    expect(await statusesAt(shop, { host: 'till.example:8787' })).toEqual([200, 200])
    expect(await listed('till.example')).toEqual({ host: 'till.example', source: 'confirmed', canRemove: true })
    expect((await remove('till.example', at('till.example'))).body.code).toBe('HOST_IN_USE')
    expect((await remove('till.example')).body).toEqual({ success: true })
    expect((await remove('till.example')).status).toBe(404)
    expect((await remove('localhost')).body.code).toBe('HOST_CONFIGURED')
    expect(await statusesAt(shop, { host: 'till.example' })).toEqual([421, 421])
    const { rows } = await sql`select action, before, after from audit_entries order by at_ms, id`.execute(shop.platform.db)
    expect(rows).toEqual([
      { action: 'accounts.confirmHost', before: { mailOrigin: '' }, after: { host: 'till.example', mailOrigin: 'https://till.example' } },
      { action: 'accounts.removeHost', before: { host: 'till.example' }, after: { host: '' } },
    ])
  })

  it('confirms other addresses besides the one for mails, also several at the same time', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example`)
    expect((await Promise.all(names.map((name) => confirm(name)))).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await confirm('https://till.example')
    await confirm('http://register.lan:8787', false)
    const { mailTargets } = (await shop.ask('GET', '/admin/hosts', undefined, { token })).body
    expect(mailTargets).toEqual([{ brand: 'Consign', origin: 'https://till.example' }])
    expect(await statusesAt(shop, { host: 'register.lan' })).toEqual([200, 200])
    expect(await statusesAt(shop, { host: 'a.example' })).toEqual([200, 200])
  })

  it('can keep a limited number of addresses, and a removed one makes room', async () => {
    await sql`insert into shop_addresses (origin) select 'https://n' || n || '.example' from generate_series(1, 99) n`.execute(
      shop.platform.db,
    )
    expect((await confirm('https://last.example')).status).toBe(200)
    expect((await confirm('https://more.example')).body.code).toBe('HOSTS_FULL')
    expect((await confirm('http://n7.example', false)).body.code).toBe('HOSTS_FULL')
    expect((await confirm('https://n7.example', false)).status).toBe(200)
    await remove('n9.example')
    expect((await confirm('https://more.example')).status).toBe(200)
  })

  it('confirms the host of mailed links, which no request can choose; until then a reset mail waits', async () => {
    const mail = await startMailServer()
    const sending = await testShop(shop.platform, { ...OPENED, SMTP_URL: mail.url, MAIL_FROM: 'shop@till.example' })
    await sending.signUp('poison@example.org')
    const ask = (host: string) => sending.ask('POST', '/identity/request-password-reset', { email: 'poison@example.org' }, at(host))
    await sending.ask('GET', '/auth/me', undefined, { ...at('evil.example'), token })
    expect((await ask('evil.example')).status).toBe(421)
    // no address is confirmed, so the mail waits for an admin, who can read it
    expect((await ask('localhost:6666')).body).toEqual({ success: true })
    expect(await newestMail(shop.platform)).toEqual({ state: 'kept', origin: 'http://localhost' })
    expect((await sending.ask('GET', '/auth/providers')).body.mail).toBe(false)
    const [logged] = (await sending.ask('GET', '/admin/mails', undefined, { token })).body.mails
    expect(logged).toMatchObject({ state: 'kept', isHeld: true, canResend: false })
    expect((await sending.ask('GET', `/admin/mails/${logged.id}`, undefined, { token })).body).toMatchObject({ isHidden: false })
    expect((await sending.ask('POST', `/admin/mails/${logged.id}/resend`, undefined, { token })).body.code).toBe('MAIL_NOT_RESENDABLE')
    await confirm('https://till.example')
    await ask('localhost')
    await shop.platform.jobs.drain()
    const resets = () => mail.received.filter(({ mail: { text } }) => text?.includes('/reset-password'))
    await expect.poll(() => resets().length).toBe(1)
    expect(resets()[0]?.mail.text).toContain('https://till.example/reset-password?token=')
    expect((await sending.ask('GET', '/auth/providers')).body.mail).toBe(true)
  })
})

forEachDatabase('a shop from before hosts were checked', (open) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await testShop(await open(), OPENED)
    await sql`insert into shop_addresses (origin) values ('https://till.example:8443')`.execute(shop.platform.db)
  })

  it('answers under the addresses that its admins used, and sends no links there until an admin confirms them', async () => {
    expect(await statusesAt(shop, { host: 'till.example' })).toEqual([200, 200])
    await shop.ask('POST', '/identity/request-password-reset', { email: ADMIN_EMAIL }, at('till.example'))
    const token = await shop.signIn(ADMIN_EMAIL)
    const { hosts, mailTargets } = (await shop.ask('GET', '/admin/hosts', undefined, { token })).body
    expect(hosts).toContainEqual({ host: 'till.example', source: 'used', canRemove: true })
    expect(mailTargets).toEqual([{ brand: 'Consign', origin: null }])
  })

  it('accepts a further host only from a device on which an admin signed in before the upgrade', async () => {
    const { db } = shop.platform
    const old = await shop.signIn(ADMIN_EMAIL)
    await sql`insert into host_naming_sessions select id from identity_sessions`.execute(db)
    const { token: consignor } = await shop.signUp('ann@example.org')
    const fresh = await shop.signIn(ADMIN_EMAIL)
    for (const token of [consignor, fresh, 'guessed', undefined])
      expect(await statusesAt(shop, { host: 'tablet.lan' }, token)).toEqual([421, 421])
    expect(await statusesAt(shop, { host: 'tablet.lan' }, old)).toEqual([200, 200])
    expect(await statusesAt(shop, { host: 'tablet.lan' }, consignor)).toEqual([200, 200])
    // such a device does not bring a removed host back, and a former admin's device adds no host
    await shop.ask('DELETE', '/admin/hosts/tablet.lan', undefined, { token: fresh })
    expect(await statusesAt(shop, { host: 'tablet.lan' }, old)).toEqual([421, 421])
    await sql`update users set role = 'user' where email = ${ADMIN_EMAIL}`.execute(db)
    expect(await statusesAt(shop, { host: 'counter.lan' }, old)).toEqual([421, 421])
  })
})
