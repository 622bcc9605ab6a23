import { beforeEach, expect, it } from 'vitest'
import { Browser } from '../app/testing/browser.ts'
import { comes, consent, startGoogle } from '../app/testing/google-server.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { codeOf, forgetSteps, setUpCodes } from './testing/authenticator.ts'
import { PasskeyDevice } from './testing/passkey-device.ts'
import { MAX_OWN_TICKETS, MAX_OWNERLESS_TICKETS } from './tickets.ts'

forEachDatabase('the table of one-time secrets', (open) => {
  let shop: TestShop
  let admin: string
  let aheadMs = 0
  beforeEach(async () => {
    aheadMs = 0
    shop = await testShop(await open({ nowMs: () => Date.now() + aheadMs }), OPENED)
    admin = await shop.signIn(ADMIN_EMAIL)
  })
  const post = (path: string, body?: unknown, token?: string) => shop.ask('POST', path, body, { token })
  const count = async (kind?: string) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from tickets where ${kind ?? null}::text is null or kind = ${kind ?? ''}`.execute(shop.platform.db)
    return rows[0]?.n
  }

  it('keeps for each person only the newest set-up of codes and of a passkey', async () => {
    const started = []
    for (let n = 0; n < 5; n++) started.push((await post('/identity/second-factor/codes/start', undefined, admin)).body)
    for (let n = 0; n < 5; n++) await post('/identity/passkeys/start', undefined, admin)
    expect([await count('codes'), await count('newPasskey')]).toEqual([1, 1])
    const confirm = ({ secret, ticket }: { secret: string; ticket: string }) =>
      post('/identity/second-factor/codes/confirm', { ticket, code: codeOf(secret) }, admin)
    expect((await confirm(started[0])).body.code).toBe('CODES_NOT_STARTED')
    expect((await confirm(started[4])).status).toBe(200)
  })

  it('keeps nothing of a started sign-in by passkey; its challenge works once, within five minutes and only unchanged', async () => {
    const device = new PasskeyDevice()
    const { body: making } = await post('/identity/passkeys/start', undefined, admin)
    await post('/identity/passkeys', { ticket: making.ticket, name: 'Phone', response: device.make(making.options) }, admin)
    const start = async () => {
      const { body } = await post('/identity/passkeys/use')
      return { ticket: body.ticket as string, response: device.use(body.options) }
    }
    const first = await start()
    for (let n = 0; n < 30; n++) expect((await post('/identity/passkeys/use')).status).toBe(200)
    expect(await count()).toBe(0)
    const signIn = async (answer: Awaited<ReturnType<typeof start>>) => (await post('/identity/sign-in/passkey', answer)).body.code
    const late = await start()
    const changed = { ...first, ticket: `${first.ticket.slice(0, 20)}${first.ticket[20] === 'A' ? 'B' : 'A'}${first.ticket.slice(21)}` }
    expect(await signIn(changed)).toBe('PASSKEY_WRONG')
    expect(await signIn({ ...first, ticket: 'made-up' })).toBe('PASSKEY_WRONG')
    const both = await Promise.all([signIn(first), signIn(first)])
    expect(both.sort()).toEqual(['PASSKEY_WRONG', undefined])
    // several base64url characters at the end stand for the same bits
    const last = first.ticket.at(-1) as string
    const sameBytes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
      (letter) =>
        letter !== last && Buffer.from(first.ticket.slice(0, -1) + letter, 'base64url').equals(Buffer.from(first.ticket, 'base64url')),
    )
    for (const letter of [...sameBytes, `${last}=`])
      expect(await signIn({ ...first, ticket: first.ticket.slice(0, -1) + letter })).toBe('PASSKEY_WRONG')
    aheadMs = 300_000
    expect(await signIn(late)).toBe('PASSKEY_WRONG')
  })

  it('keeps several second steps of one account at a time, because tablets may share an account', async () => {
    const { secret } = await setUpCodes(shop, admin)
    const tickets: string[] = []
    for (let n = 0; n <= MAX_OWN_TICKETS; n++)
      tickets.push((await post('/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD })).body.details.ticket)
    expect(await count('secondStep')).toBe(MAX_OWN_TICKETS)
    const finish = (ticket: string | undefined) => post('/identity/sign-in/second-step', { ticket, code: codeOf(secret) })
    expect((await finish(tickets[0])).body.code).toBe('SIGN_IN_TOKEN_INVALID')
    for (const ticket of [tickets[1], tickets.at(-1)]) {
      await forgetSteps(shop)
      expect((await finish(ticket)).status).toBe(200)
    }
  })

  it('is cleared of expired secrets every hour', async () => {
    await post('/identity/second-factor/codes/start', undefined, admin)
    await post('/identity/passkeys/start', undefined, admin)
    await sql`update tickets set expires_at = now() where kind = 'codes'`.execute(shop.platform.db)
    const { rows } = await sql<{
      seconds: number
    }>`select repeat_seconds as seconds from jobs where kind = 'platform.purgeSecrets'`.execute(shop.platform.db)
    expect(rows).toEqual([{ seconds: 3_600 }])
    await sql`update jobs set run_at = now() where kind = 'platform.purgeSecrets'`.execute(shop.platform.db)
    await shop.platform.jobs.drain()
    expect([await count('codes'), await count('newPasskey')]).toEqual([0, 1])
  })
})

forEachDatabase('consents of strangers', (open) => {
  it('are limited in number; the oldest are dropped, and the newest still sign in', async () => {
    const google = await startGoogle()
    const shop = await testShop(await open(), { ...OPENED, ...google.environment })
    comes(google.server, { sub: 'nina', email: 'nina@example.org', email_verified: true, name: 'Nina' })
    await sql`insert into tickets (hash, kind, expires_at) select 'h' || n, 'provider', now() + make_interval(secs => n / 100.0)
        from generate_series(1, ${MAX_OWNERLESS_TICKETS + 5}::int) n`.execute(shop.platform.db)
    await sql`insert into tickets (hash, kind, uid, expires_at) values ('owned', 'provider', 'ann', now())`.execute(shop.platform.db)
    const browser = new Browser(shop)
    const { body } = await browser.start('/auth/google/state')
    const { rows } = await sql<{
      n: number
      old: number
    }>`select count(*)::int as n, count(*) filter (where hash in ('h1', 'h6'))::int as old
        from tickets where kind = 'provider' and uid is null`.execute(shop.platform.db)
    expect(rows).toEqual([{ n: MAX_OWNERLESS_TICKETS, old: 0 }])
    expect((await browser.open(await consent(body.url))).query.token).toBeDefined()
  })
})
