import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { proveEmail, signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { MEMBER_FRESH_MS, Memberships, OUTAGE_GRACE_MS, RETRY_AFTER_FAILURE_MS, STRANGER_FRESH_MS } from './memberships.ts'
import { MembershipServer, type Mood } from './testing/membership-server.ts'
import { signatureOf } from './webhook-signature.ts'
import { whopProvider } from './whop.ts'

const EXCHANGE = { host: 'exchange.example' }
const PLAIN = { host: 'shop.localhost' }
const SECRET = 'ws_canary_8a71'
/** Milliseconds that suffice for a good answer on a busy machine, and a fraction of the slow provider's time. */
const PROVIDER_TIMEOUT_MS = 1_500
const SLOW_MS = 8_000

forEachDatabase('memberships', (open) => {
  const provider = new MembershipServer()
  let shop: TestShop
  let laterMs = 0
  let count = 0

  beforeAll(async () => {
    await provider.open()
    const platform = await open({ nowMs: () => Date.now() + laterMs })
    shop = await testShop(platform, { ...OPENED, ...provider.environment }, { providerTimeoutMs: PROVIDER_TIMEOUT_MS })
  })
  afterAll(() => provider.close())
  beforeEach(() => {
    provider.mood = 'well'
    provider.revokeKey(false)
    provider.asked = []
    laterMs = 0
  })

  const join = async (isMember: boolean) => {
    const email = `person${++count}@example.org`
    if (isMember) provider.add(email)
    return { email, ...(await signUpProved(shop, email)) }
  }
  const me = async (token: string, headers: Record<string, string> = EXCHANGE) => {
    const { status, body } = await shop.ask('GET', '/auth/me', undefined, { token, headers })
    return [status, body.code ?? 'in']
  }
  const check = async (token: string, headers: Record<string, string> = EXCHANGE) => {
    const { status, body } = await shop.ask('POST', '/membership/check', undefined, { token, headers })
    return [status, body.active ?? body.code]
  }
  /** Starts a server that has seen no failure of the provider yet. */
  const freshServer = async () => {
    shop = await testShop(shop.platform, { ...OPENED, ...provider.environment }, { providerTimeoutMs: PROVIDER_TIMEOUT_MS })
  }
  const forget = (email: string) => sql`delete from memberships where email = ${email}`.execute(shop.platform.db)

  it('open the paid variant, and are not needed for other variants', async () => {
    const member = await join(true)
    const stranger = await join(false)
    expect(await me(member.token)).toEqual([200, 'in'])
    expect(await me(stranger.token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
    expect(await me(stranger.token, PLAIN)).toEqual([200, 'in'])
    expect(await me(stranger.token, {})).toEqual([200, 'in'])
    expect(await me(await shop.signIn(ADMIN_EMAIL))).toEqual([200, 'in'])
    const { body } = await shop.ask('GET', '/auth/me', undefined, { token: stranger.token, headers: EXCHANGE })
    expect(body).toEqual({ code: 'MEMBERSHIP_REQUIRED', message: 'This shop needs a membership. Yours is not active.' })
  })

  it('are needed for every sync route; a push without a membership is not decided, so that it can be sent again', async () => {
    const { token, uid } = await join(false)
    const clientId = randomUUID()
    const command = {
      id: randomUUID(),
      name: 'shipments.submit',
      version: 1,
      at: Date.now(),
      args: { id: randomUUID(), uid, carrier: 'USPS', trackingNumber: '9400111899223197428490' },
    }
    const push = (headers: Record<string, string>) =>
      shop.ask('POST', '/sync/push', { clientId, protocol: 2, commands: [command] }, { token, headers })
    for (const [method, path] of [
      ['POST', '/sync/push'],
      ['POST', '/sync/pull'],
      ['GET', '/sync/start?protocol=2'],
      ['GET', '/sync/events'],
    ] as const) {
      const { status, body } = await shop.ask(method, path, method === 'POST' ? {} : undefined, { token, headers: EXCHANGE })
      expect([path, status, body.code]).toEqual([path, 403, 'MEMBERSHIP_REQUIRED'])
    }
    expect((await push(EXCHANGE)).body.code).toBe('MEMBERSHIP_REQUIRED')
    const { rows } = await sql`select 1 from command_log where id = ${command.id}`.execute(shop.platform.db)
    expect(rows).toEqual([])
    expect((await push(PLAIN)).status).toBe(200)
  })

  it('count only for a proved e-mail, and are hidden from a person who has not proved it', async () => {
    const email = `victim${++count}@example.org`
    provider.add(email)
    const { uid, token } = await shop.signUp(email)
    const { status, body } = await shop.ask('GET', '/auth/me', undefined, { token, headers: EXCHANGE })
    expect([status, body]).toEqual([
      403,
      { code: 'MEMBERSHIP_REQUIRED', message: 'Please confirm your e-mail first. Your membership counts from then on.' },
    ])
    const checked = await shop.ask('POST', '/membership/check', undefined, { token, headers: EXCHANGE })
    expect([checked.status, checked.body]).toEqual([200, { active: false, email, emailProved: false }])
    expect(provider.asked).toEqual([])
    // the other variant stays open to this person, and the e-mail can be proved there
    expect(await me(token, PLAIN)).toEqual([200, 'in'])
    await proveEmail(shop, email, token, EXCHANGE)
    expect(await me(token)).toEqual([200, 'in'])
    const { rows } = await sql`select email_proved_at_ms is not null as shown from users where id = ${uid}`.execute(shop.platform.db)
    expect(rows).toEqual([{ shown: true }])
  })

  it('from before addresses had to be proved still count while the provider confirms them', async () => {
    const email = `old${++count}@example.org`
    const id = provider.add(email)
    const { uid, token } = await shop.signUp(email)
    await sql`insert into members_before_proofs values (${uid})`.execute(shop.platform.db)
    expect(await me(token)).toEqual([200, 'in'])
    provider.members.delete(id)
    laterMs = MEMBER_FRESH_MS + 1_000
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
  })

  it('open no other variant to people who signed up at the paid one, because the sign-up binds them to it', async () => {
    const email = `bound${++count}@example.org`
    provider.add(email)
    const { uid, token } = await shop.signUp(email, { headers: { host: 'EXCHANGE.example:8443' } })
    expect(await me(token, PLAIN)).toEqual([403, 'DOMAIN_DENIED'])
    expect(await me(token, {})).toEqual([403, 'DOMAIN_DENIED'])
    await proveEmail(shop, email, token, EXCHANGE)
    expect(await me(token)).toEqual([200, 'in'])
    expect((await shop.ask('GET', '/auth/me', undefined, { token, headers: EXCHANGE })).body.registeredDomain).toBe('exchange.example')
    // a sign-in at another host changes nothing
    await shop.ask('POST', '/identity/sign-in/email', { email, password: PASSWORD }, { headers: PLAIN })
    const { rows } = await sql`select registered_domain as domain from users where id = ${uid}`.execute(shop.platform.db)
    expect(rows).toEqual([{ domain: 'exchange.example' }])
    const free = await shop.signUp(`free${count}@example.org`, { headers: PLAIN })
    expect((await shop.ask('GET', '/auth/me', undefined, { token: free.token, headers: PLAIN })).body.registeredDomain).toBe('')
  })

  it('are needed neither by people with an admin’s bypass nor by former admins', async () => {
    const { token, uid } = await join(false)
    const admin = await shop.signIn(ADMIN_EMAIL)
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
    expect((await shop.ask('PUT', `/auth/users/${uid}`, { whopBypass: true }, { token: admin })).status).toBe(200)
    expect(await me(token)).toEqual([200, 'in'])
    expect(await check(token)).toEqual([200, true])
    expect((await shop.ask('PUT', `/auth/users/${uid}`, { whopBypass: false }, { token: admin })).status).toBe(200)
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
    await sql`update users set admin_until_ms = 1 where id = ${uid}`.execute(shop.platform.db)
    expect(await me(token)).toEqual([200, 'in'])
  })

  it('are found by the whole e-mail in upper or lower case, on all pages of the provider’s answer', async () => {
    const email = `Needle@Example.org`
    for (let n = 0; n < 60; n++) provider.add(`${n}.needle@example.org`)
    const { token } = await signUpProved(shop, email.toLowerCase())
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
    provider.add(email)
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
    laterMs = STRANGER_FRESH_MS + 1
    expect(await me(token)).toEqual([200, 'in'])
    const ended = await join(false)
    provider.add(ended.email, 'no_access')
    expect(await me(ended.token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
  })

  it('count immediately after a check that the person asked for, and end when the answer expires', async () => {
    const { token, email } = await join(false)
    expect(await check(token)).toEqual([200, false])
    const id = provider.add(email)
    laterMs = 5_000
    expect(await check(token)).toEqual([200, true])
    expect(await me(token)).toEqual([200, 'in'])
    provider.members.delete(id)
    laterMs += MEMBER_FRESH_MS - 1_000
    expect(await me(token)).toEqual([200, 'in'])
    laterMs += 2_000
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
    expect(await check(token, PLAIN)).toEqual([200, true])
  })

  it('are requested from the provider once, even when many requests arrive at the same time', async () => {
    const { token } = await join(true)
    provider.asked = []
    const all = await Promise.all(Array.from({ length: 20 }, () => me(token)))
    expect(new Set(all.map(String))).toEqual(new Set(['200,in']))
    expect(provider.asked).toHaveLength(1)
    await me(token)
    expect(provider.asked).toHaveLength(1)
  })

  it('are not requested again by a request that read the database before the answer was stored', async () => {
    const { email } = await join(true)
    provider.asked = []
    const memberships = new Memberships(
      shop.platform,
      whopProvider({ url: provider.url, apiKey: provider.environment.WHOP_API_KEY, companyId: undefined, timeoutMs: 300 }),
    )
    // both requests find no stored answer; the second one goes on after the first has its answer
    expect([await memberships.isMember(email, undefined), await memberships.isMember(email, undefined)]).toEqual([true, true])
    expect(provider.asked).toHaveLength(1)
  })

  it('are checked again at a person’s request, but only a limited number of times', async () => {
    const { token } = await join(false)
    const answers = await Promise.all(Array.from({ length: 15 }, () => check(token)))
    expect(answers.filter(([status]) => status === 429)).toHaveLength(5)
  })

  it.each<Mood | 'revoked'>(['slow', 'busy', 'failing', 'malformed', 'otherShape', 'moved', 'hangingUp', 'revoked'])(
    'stay valid for some time while the provider fails (%s)',
    async (mood) => {
      const member = await join(true)
      const stranger = await join(false)
      const newcomer = await join(true)
      expect(await me(member.token)).toEqual([200, 'in'])
      expect(await me(stranger.token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
      if (mood === 'revoked') provider.revokeKey()
      else provider.mood = mood
      laterMs = MEMBER_FRESH_MS + 1_000
      await freshServer()
      expect(await me(member.token)).toEqual([200, 'in'])
      expect(await check(member.token)).toEqual([200, true])
      expect(await me(stranger.token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
      expect(await check(stranger.token)).toEqual([503, 'MEMBERSHIP_UNKNOWN'])
      expect(await me(newcomer.token)).toEqual([503, 'MEMBERSHIP_UNKNOWN'])
      laterMs = OUTAGE_GRACE_MS + 1_000
      expect(await me(member.token)).toEqual([503, 'MEMBERSHIP_UNKNOWN'])
      // after one request the provider is not asked for a while
      expect(provider.asked.length - 2).toBeLessThanOrEqual(1)
      provider.mood = 'well'
      provider.revokeKey(false)
      await freshServer()
      expect(await me(newcomer.token)).toEqual([200, 'in'])
    },
  )

  it('count as unknown after a time limit while the provider is slow, and are not requested again for a while', async () => {
    const { token, email } = await join(true)
    provider.mood = 'slow'
    const startMs = performance.now()
    expect(await me(token)).toEqual([503, 'MEMBERSHIP_UNKNOWN'])
    expect(performance.now() - startMs).toBeLessThan(SLOW_MS)
    const { headers } = await shop.ask('GET', '/auth/me', undefined, { token, headers: EXCHANGE })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(provider.asked).toHaveLength(1)
    expect(RETRY_AFTER_FAILURE_MS).toBeGreaterThan(1_000)
    await forget(email)
    await freshServer()
  })

  const deliver = (
    body: unknown,
    more: { id?: string; secret?: string; timestamp?: number; tamper?: boolean; signature?: string } = {},
  ) => {
    const raw = JSON.stringify(body)
    const id = more.id ?? `msg_${randomUUID()}`
    const timestamp = String(Math.floor((more.timestamp ?? Date.now() + laterMs) / 1_000))
    const signature = more.signature ?? signatureOf(more.secret ?? SECRET, id, timestamp, Buffer.from(raw))
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    return shop.ask('POST', '/membership/webhook', undefined, { raw: more.tamper ? `${raw} ` : raw, headers })
  }
  const event = (type: string, email: string | null, id = 'mem_x') => ({
    id: 'evt',
    type,
    api_version: 'v1',
    data: { id, user: { id: 'user_1', email } },
  })

  it('begin and end when a signed webhook reports it, before the stored answer expires', async () => {
    const { token, email } = await join(false)
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
    const id = provider.add(email)
    expect((await deliver(event('membership.activated', email.toUpperCase()))).body).toEqual({ received: true })
    await shop.platform.jobs.drain()
    expect(await me(token)).toEqual([200, 'in'])
    provider.members.set(id, { email, access_level: 'no_access' })
    // without an e-mail in the event, the shop asks the provider for the e-mail
    await deliver(event('membership.deactivated', null, id))
    await shop.platform.jobs.drain()
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
  })

  it('are read from the provider after a webhook, and never from the webhook itself', async () => {
    const { token, email } = await join(false)
    expect((await deliver(event('membership.activated', email))).status).toBe(200)
    await shop.platform.jobs.drain()
    expect(await me(token)).toEqual([403, 'MEMBERSHIP_REQUIRED'])
  })

  it('are checked once for each delivery of a webhook, and again later if the provider fails', async () => {
    const { token, email } = await join(true)
    provider.mood = 'failing'
    expect((await deliver(event('membership.activated', email), { id: 'msg_same' })).status).toBe(200)
    await shop.platform.jobs.drain()
    const waiting = async () =>
      (await sql`select 1 from jobs where kind = 'brands.refreshMembership' and payload->>'email' = ${email}`.execute(shop.platform.db))
        .rows.length
    expect(await waiting()).toBe(1)
    provider.mood = 'well'
    for (let n = 0; n < 3; n++)
      expect((await deliver(event('membership.activated', email), { id: 'msg_same' })).body).toEqual({ received: true })
    expect(await waiting()).toBe(1)
    await sql`update jobs set run_at = now() where kind = 'brands.refreshMembership'`.execute(shop.platform.db)
    await shop.platform.jobs.drain()
    expect(await waiting()).toBe(0)
    expect(await me(token)).toEqual([200, 'in'])
  })

  it('are not changed by webhooks that are forged, altered, old or dated ahead', async () => {
    const body = event('membership.activated', 'a@example.org')
    const now = Date.now()
    for (const more of [
      { secret: 'another' },
      { tamper: true },
      { timestamp: now - 301_000 },
      // so far ahead that it is refused even if a slow machine checks it late
      { timestamp: now + 600_000 },
      { signature: '' },
      { signature: 'v1,' },
      { signature: 'v1,AAAA' },
      { signature: Array(20).fill('v1,AAAA').join(' ') },
      { id: 'x'.repeat(300) },
    ]) {
      const { status, body: answer } = await deliver(body, more)
      expect([more, status, answer.code]).toEqual([more, 403, 'SIGNATURE_INVALID'])
    }
    const { status } = await shop.ask('POST', '/membership/webhook', body)
    expect(status).toBe(403)
    // a current signature that is sent again for another delivery
    const raw = JSON.stringify(body)
    const timestamp = String(Math.floor(now / 1_000))
    const signature = signatureOf(SECRET, 'msg_one', timestamp, Buffer.from(raw))
    expect((await deliver(body, { id: 'msg_two', timestamp: now, signature })).status).toBe(403)
    expect((await deliver(body, { id: 'msg_one', timestamp: now, signature: `v1,AAAA ${signature}` })).status).toBe(200)
    expect(provider.asked).toEqual([])
  })

  it('are not changed by webhooks of unknown kinds or without data; a webhook that is too large is refused', async () => {
    for (const body of [event('payment.succeeded', 'a@example.org'), { type: 'membership.activated' }, [], 'text', null]) {
      expect((await deliver(body)).body).toEqual({ received: true })
    }
    expect((await deliver({ type: 'x'.repeat(300_000), data: {} })).status).toBe(413)
  })

  it('belong to everybody in a shop without a provider, which has no webhooks', async () => {
    const bare = await testShop(shop.platform, { ...OPENED, EXCHANGE_DOMAIN: 'exchange.example' })
    const { token } = await bare.signUp('bare@example.org')
    expect((await bare.ask('GET', '/auth/me', undefined, { token, headers: EXCHANGE })).status).toBe(200)
    expect((await bare.ask('POST', '/membership/check', undefined, { token, headers: EXCHANGE })).body).toEqual({
      active: true,
      email: 'bare@example.org',
      emailProved: false,
    })
    expect((await bare.ask('POST', '/membership/webhook', {})).status).toBe(503)
  })

  it('count only at the domain to which the user is bound', async () => {
    const { token, uid } = await join(true)
    const admin = await shop.signIn(ADMIN_EMAIL)
    const bind = async (targetDomain: string) => {
      expect((await shop.ask('POST', `/auth/users/${uid}/migrate-domain`, { targetDomain }, { token: admin })).status).toBe(200)
    }
    await bind('exchange.example')
    expect(await me(token)).toEqual([200, 'in'])
    expect(await me(token, { host: 'EXCHANGE.example:8443' })).toEqual([200, 'in'])
    expect(await me(token, PLAIN)).toEqual([403, 'DOMAIN_DENIED'])
    expect((await shop.ask('GET', '/auth/me', undefined, { token })).body.message).toBe('Domain access denied')
    expect(await check(token, PLAIN)).toEqual([403, 'DOMAIN_DENIED'])
    expect((await shop.ask('POST', '/sync/pull', {}, { token })).body.code).toBe('DOMAIN_DENIED')
    // accounts of earlier releases may be bound to the other variant
    await sql`update users set registered_domain = 'shop.example' where id = ${uid}`.execute(shop.platform.db)
    expect(await me(token)).toEqual([403, 'DOMAIN_DENIED'])
    expect(await me(token, PLAIN)).toEqual([200, 'in'])
    expect(await me(token, { host: 'elsewhere.localhost' })).toEqual([200, 'in'])
    expect((await shop.ask('POST', '/identity/sign-out', undefined, { token, headers: EXCHANGE })).status).toBe(200)
  })
})
