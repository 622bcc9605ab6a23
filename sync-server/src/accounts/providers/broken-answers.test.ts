import { expect, it } from 'vitest'
import { Browser } from '../../app/testing/browser.ts'
import { DiscordServer } from '../../app/testing/discord-server.ts'
import { type Fault, type FaultyFront, hangs, says, stalls, startFaultyFront } from '../../app/testing/faulty-front.ts'
import { comes, consent, startGoogle } from '../../app/testing/google-server.ts'
import { OPENED, type TestShop, testShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'

const TIMEOUT = { providerTimeoutMs: 3_000 }

/** Answers with status 200 that are no answer to any question. */
const GARBAGE: readonly string[] = [
  '',
  '<!doctype html><title>Maintenance</title>',
  '{"access_token": "cut o',
  'null',
  '[]',
  '"text"',
  '{}',
  '['.repeat(90_000),
  '{"__proto__": {"id": "1", "sub": "1", "access_token": "x", "token_type": "Bearer"}}',
]

/** Well-formed answers that are longer than any real one. */
const enormous = (answer: object) => JSON.stringify({ ...answer, padding: 'x'.repeat(5_000_000) })

/** Number of rows that a sign-in would store. */
const stored = async ({ platform }: TestShop) => {
  const { rows } = await sql`select (select count(*) from users) as users, (select count(*) from identity_users) as people,
    (select count(*) from identity_accounts) as accounts, (select count(*) from identity_sessions) as sessions,
    (select count(*) from tickets where kind = 'signIn') as tokens,
    (select count(*) from security_events where kind in ('signIn', 'signUp')) as signed_in`.execute(platform.db)
  return rows[0]
}

/** A fault at one path of the provider. `error`: what the person is told. */
type Trouble = { readonly name: string; readonly path: string; readonly fault: Fault; readonly error: unknown }

/** Runs `come`, a sign-in up to the callback screen, with a fault at one path of the provider. Expects a clear refusal that stores nothing. */
async function expectRefused(shop: TestShop, front: FaultyFront, come: () => Promise<unknown>, at: Trouble): Promise<void> {
  const before = await stored(shop)
  front.faults.set(at.path, at.fault)
  expect([at.name, await come()]).toEqual([at.name, at.error])
  front.faults.clear()
  expect([at.name, await stored(shop)]).toEqual([at.name, before])
}

const FAILED = { error: 'failed' }
const UNREACHABLE = { error: 'unreachable' }
const garbageAt = (path: string, more: readonly object[], error: unknown = FAILED): Trouble[] =>
  [...GARBAGE, ...more.map((body) => JSON.stringify(body))].map((body) => ({
    name: `${path} says ${body.slice(0, 80)}`,
    path,
    fault: says(body),
    error,
  }))

forEachDatabase('a sign-in by Discord', (open) => {
  it('is refused with its reason when Discord answers nonsense or not at all, stores nothing, and works at the next try', async () => {
    const discord = await DiscordServer.start()
    const front = await startFaultyFront(discord.url)
    const shop = await testShop(await open(), { ...OPENED, ...discord.environment, DISCORD_URL: front.url }, TIMEOUT)
    const account = discord.account('dora@example.org')
    discord.person = account
    const browser = new Browser(shop)
    const come = async () => {
      const { body } = await browser.start('/auth/discord/state?pkce=true')
      const { path, query } = await browser.open(await discord.consent(body.url))
      expect(path).toBe('/discord-callback')
      return query
    }
    const [token, me] = ['/api/v10/oauth2/token', '/api/v10/users/@me']
    const { id: _, ...withoutId } = account
    const troubles: Trouble[] = [
      ...garbageAt(token, [{ token_type: 'Bearer' }, { access_token: 5, token_type: 'Bearer' }, { access_token: 'x', token_type: 'odd' }]),
      ...garbageAt(me, [
        withoutId,
        { ...account, id: '' },
        { ...account, id: 900_000_000 },
        { ...account, id: 'x'.repeat(10_000) },
        { ...account, verified: 'true' },
        [account],
      ]),
      { name: 'a page', path: me, fault: says('<title>Maintenance</title>', 'text/html'), error: FAILED },
      { name: 'long token', path: token, fault: says(enormous({ access_token: 'x', token_type: 'Bearer' })), error: UNREACHABLE },
      { name: 'long profile', path: me, fault: says(enormous(account)), error: UNREACHABLE },
      { name: 'no profile', path: me, fault: hangs, error: UNREACHABLE },
      { name: 'half a profile', path: me, fault: stalls, error: UNREACHABLE },
    ]
    for (const trouble of troubles) await expectRefused(shop, front, come, trouble)
    const { token: oneTime, isNew } = (await come()) as Record<string, string>
    expect(isNew).toBe('true')
    expect((await browser.exchange(oneTime as string)).body.user.email).toBe('dora@example.org')
  })
})

forEachDatabase('a sign-in by Google', (open) => {
  it('is refused with its reason when Google answers nonsense or not at all, stores nothing, and works at the next try', async () => {
    const { server, environment } = await startGoogle()
    const front = await startFaultyFront(server.issuer.url as string)
    server.issuer.url = front.url
    const person = { sub: 'g-1', email: 'gina@gmail.example', email_verified: true, name: 'Gina' }
    comes(server, person)
    const shop = await testShop(await open(), { ...OPENED, ...environment, GOOGLE_ISSUER: front.url }, TIMEOUT)
    const browser = new Browser(shop)
    const start = async () => {
      const { status, body } = await browser.start('/auth/google/state')
      return status === 200 ? (body.url as string) : [status, body.code, body.message]
    }
    const come = async () => {
      const url = await start()
      if (typeof url !== 'string') return url
      const { path, query } = await browser.open(await consent(url))
      expect(path).toBe('/google-callback')
      return query
    }
    // the shop reads the discovery document at the first sign-in, and asks again only after a failure
    const discovery = '/.well-known/openid-configuration'
    const refused = [503, 'PROVIDER_UNREACHABLE', expect.stringContaining('does not answer')]
    const sound = (await (await fetch(`${front.url}${discovery}`)).json()) as Record<string, unknown>
    const atStart: Trouble[] = [
      ...garbageAt(
        discovery,
        [
          { ...sound, issuer: 'https://accounts.example.org' },
          { ...sound, authorization_endpoint: 'javascript:alert(1)' },
          { ...sound, token_endpoint: undefined },
          { ...sound, userinfo_endpoint: 7 },
        ],
        refused,
      ),
      { name: 'a page', path: discovery, fault: says('<title>Maintenance</title>', 'text/html'), error: refused },
      { name: 'long document', path: discovery, fault: says(enormous(sound)), error: refused },
      { name: 'no document', path: discovery, fault: hangs, error: refused },
      { name: 'half a document', path: discovery, fault: stalls, error: refused },
    ]
    for (const trouble of atStart) await expectRefused(shop, front, start, trouble)

    const [token, me] = ['/token', '/userinfo']
    const { sub: _, ...withoutId } = person
    const troubles: Trouble[] = [
      ...garbageAt(token, [
        { access_token: 'x', token_type: 'Bearer', id_token: 'not a token' },
        { access_token: 'x', token_type: 'Bearer', id_token: 5 },
      ]),
      ...garbageAt(me, [
        withoutId,
        { ...person, sub: '' },
        { ...person, sub: 1 },
        { ...person, sub: 'somebody else' },
        { ...person, email: {} },
      ]),
      { name: 'a page', path: me, fault: says('<title>Maintenance</title>', 'text/html'), error: FAILED },
      { name: 'long token', path: token, fault: says(enormous({ access_token: 'x', token_type: 'Bearer' })), error: UNREACHABLE },
      { name: 'long profile', path: me, fault: says(enormous(person)), error: UNREACHABLE },
      { name: 'no token', path: token, fault: hangs, error: UNREACHABLE },
      { name: 'no profile', path: me, fault: hangs, error: UNREACHABLE },
    ]
    for (const trouble of troubles) await expectRefused(shop, front, come, trouble)
    const { token: oneTime, isNew } = (await come()) as Record<string, string>
    expect(isNew).toBe('true')
    expect((await browser.exchange(oneTime as string)).body.user.email).toBe('gina@gmail.example')
  })
})
