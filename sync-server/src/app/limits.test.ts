import { calls } from '@shop/shared/calls.ts'
import { IMPORT_CHUNK_ROWS } from '@shop/shared/inventory/calls/import-items.ts'
import { MAX_IMPORT_ROWS } from '@shop/shared/inventory/commands/import-items.ts'
import type { CallCost } from '@shop/shared/kernel/define-call.ts'
import { MAX_EVENT_STREAMS } from '@shop/shared/kernel/limits.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { silentLog } from '../platform/kernel/log.ts'
import { openPlatform } from '../platform/platform.ts'
import { forEachDatabase, freshDatabase } from '../platform/testing/databases.ts'
import { BUDGETS, type Budget, Budgets, CONSIGNOR_CHANGES_PER_DAY, NETWORK_CHANGES_PER_DAY } from './http/budgets.ts'
import {
  ANONYMOUS_PER_MINUTE,
  CONSIGNOR_SYNCS_PER_MINUTE,
  FILES_PER_MINUTE,
  THUMBNAILS_PER_MINUTE,
  USER_CALLS_PER_MINUTE,
} from './http/gate.ts'
import { operations } from './http/operations.ts'
import { tables } from './tables.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, testShop } from './testing/shop.ts'

/** Operations without a rate limit: the health check, which does not use the database. */
const UNLIMITED = ['server.health']

/** Operations with a separate limit. */
const OWN_LIMITS: Readonly<Record<string, number>> = { 'images.getThumbnail': THUMBNAILS_PER_MINUTE }

/** Stops the clock of the rate limiters until the test ends, so that no limit recovers in the meantime. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('an anonymous client', () => {
  it('is limited by address in every operation but the health check; other clients are not limited', { timeout: 300_000 }, async () => {
    const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
    onTestFinished(platform.close)
    const shop = await testShop(platform, { ...OPENED, TRUST_PROXY: 'true', WHOP_API_KEY: 'x', WHOP_WEBHOOK_SECRET: 'whsec_AAAA' })
    const from = (address: string, method: string, path: string, body?: unknown) =>
      shop.ask(method, path.replace(/\{\w+\}/g, '0190a0b0-0000-7000-8000-00000000ffff'), body, { headers: { 'x-forwarded-for': address } })
    stopClock()
    // one IPv6 customer has a whole network of addresses
    let next = 1
    const exhaust = async (path: string, limit: number) => {
      for (let sent = 0; sent < limit; sent += 100)
        await Promise.all(Array.from({ length: 100 }, () => from(`2001:db8:1:2::${(next++).toString(16)}`, 'GET', path)))
    }
    await exhaust('/brand', ANONYMOUS_PER_MINUTE)

    expect(operations.filter(({ access }) => access === 'public').length).toBeGreaterThan(15)
    expect(operations.length).toBeGreaterThan(calls.length)
    for (const { name, method, path, body } of operations) {
      const ask = (address: string) => from(address, method, path, body ? {} : undefined)
      await exhaust(path, OWN_LIMITS[name] ?? 0)
      const refused = await ask(`2001:db8:1:2::${(next++).toString(16)}`)
      if (UNLIMITED.includes(name)) expect([name, refused.status]).toEqual([name, 200])
      else {
        expect([name, refused.status, refused.body.code]).toEqual([name, 429, 'TOO_MANY_REQUESTS'])
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect([name, (await ask('10.0.0.2')).status]).not.toEqual([name, 429])
    }
  })
})

describe('a network that asks for pages', () => {
  it('is limited far above a shop’s use, gets a page that says so, and still reaches the API', async () => {
    const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
    onTestFinished(platform.close)
    const shop = await testShop(platform, { ...OPENED, TRUST_PROXY: 'true' })
    const from = (address: string, path: string) =>
      shop.server.fetch(new Request(`http://localhost${path}`, { headers: { 'x-forwarded-for': address } }))
    // fifty tablets fetch all files of a new version in the same minute
    expect(FILES_PER_MINUTE).toBeGreaterThan(50 * 200)
    stopClock()
    for (let sent = 0; sent < FILES_PER_MINUTE; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => from('10.0.0.1', '/nothing.js')))
    for (const path of ['/', '/pos', '/robots.txt']) {
      const refused = await from('10.0.0.1', path)
      expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=UTF-8'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.text()).toContain('Too many pages were opened from your network. Please try again in a second.')
    }
    expect((await from('10.0.0.1', '/api/auth/providers')).status).toBe(200)
    expect((await from('10.0.0.2', '/nothing.js')).status).not.toBe(429)
  })
})

describe('a costly call', () => {
  /** Budgets that a test can exhaust. */
  const FEW: Budget = { user: 2, admin: 2, network: 3 }

  it('has budgets for its account and its network, and stops nobody else', async () => {
    const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: await freshDatabase('pglite') })
    onTestFinished(platform.close)
    const few = Object.fromEntries(Object.keys(BUDGETS).map((cost) => [cost, FEW])) as Record<CallCost, Budget>
    const environment = { ...OPENED, TRUST_PROXY: 'true', METRICS_TOKEN: 'a-token-of-the-monitor' }
    const shop = await testShop(platform, environment, { budgets: new Budgets(few) })
    const people = [await shop.signUp('one@example.org'), await shop.signUp('two@example.org')]
    await sql`update users set role = 'admin'`.execute(platform.db)
    stopClock()
    const costly = operations.filter(({ cost }) => cost !== undefined)
    expect(new Set(costly.map(({ cost }) => cost))).toEqual(new Set(Object.keys(BUDGETS)))
    for (const { name, method, path, body, access } of costly) {
      const address = path.replace('{n}', '1').replace(/\{\w+\}/g, '0190a0b0-0000-7000-8000-00000000ffff')
      const ask = async (who: number, network: string) => {
        const token = name === 'server.metrics' ? 'a-token-of-the-monitor' : access === 'public' ? undefined : people[who]?.token
        const { status, headers } = await shop.ask(method, address, body ? {} : undefined, {
          token,
          headers: { 'x-forwarded-for': network },
        })
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        return status === 429 ? 'refused' : 'taken'
      }
      const asked = [await ask(0, '2001:db8:1:2::1'), await ask(0, '2001:db8:1:2::2')]
      const [third, other] = [await ask(0, '2001:db8:1:2::3'), await ask(1, '2001:db8:1:2::4')]
      const beyond = await ask(1, '2001:db8:1:2::5')
      const elsewhere = await ask(1, '2001:db8:9:9::1')
      // without an account only the network has a budget
      const isAnonymous = access === 'public'
      expect([name, asked, third, other, beyond, elsewhere]).toEqual([
        name,
        ['taken', 'taken'],
        isAnonymous ? 'taken' : 'refused',
        isAnonymous ? 'refused' : 'taken',
        'refused',
        'taken',
      ])
      vi.advanceTimersByTime(120_000)
    }
  })

  it('has budgets far above the largest import and the first syncs of all tablets at the same time', () => {
    const { import: imports, firstSync, search } = BUDGETS
    expect(imports.admin).toBeGreaterThan((4 * MAX_IMPORT_ROWS) / IMPORT_CHUNK_ROWS)
    expect(firstSync.admin).toBeGreaterThan(2 * MAX_EVENT_STREAMS)
    expect(search.user).toBeGreaterThan(5 * 60)
    for (const { user, admin, network } of Object.values(BUDGETS)) {
      expect(admin).toBeGreaterThanOrEqual(user)
      expect(network).toBeGreaterThan(admin)
    }
  })
})

forEachDatabase('a signed-in user', (open) => {
  it('is refused only above the user’s limit, while other users are not limited', async () => {
    const shop = await testShop(await open(), OPENED)
    const [busy, other] = [await shop.signUp('busy@example.org'), await shop.signUp('other@example.org')]
    const ask = ({ token }: { token: string }) => shop.ask('GET', '/auth/me', undefined, { token })
    stopClock()
    const statuses = new Set<number>()
    for (let sent = 0; sent < USER_CALLS_PER_MINUTE; sent += 100)
      for (const { status } of await Promise.all(Array.from({ length: 100 }, () => ask(busy)))) statuses.add(status)
    expect([...statuses]).toEqual([200])
    const refused = await ask(busy)
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(other)).status).toBe(200)
  })
})

forEachDatabase('somebody who never was an admin', (open) => {
  it('has a lower limit of sync requests than an admin’s account, which many tablets share', async () => {
    const shop = await testShop(await open(), OPENED)
    const [stranger, other, admin] = [
      await shop.signUp('stranger@example.org'),
      await shop.signUp('other@example.org'),
      { token: await shop.signIn(ADMIN_EMAIL) },
    ]
    const pull = async ({ token }: { token: string }) => (await shop.ask('POST', '/sync/pull', {}, { token })).status
    stopClock()
    for (const person of [stranger, admin]) {
      const statuses = new Set<number>()
      for (let sent = 0; sent < CONSIGNOR_SYNCS_PER_MINUTE; sent += 100)
        for (const status of await Promise.all(Array.from({ length: 100 }, () => pull(person)))) statuses.add(status)
      expect([...statuses]).toEqual([400])
    }
    expect([await pull(stranger), await pull(other), await pull(admin)]).toEqual([429, 400, 400])
  })

  it('reads the marketplace at most once a second, because each call adds up all items of the shop', async () => {
    const shop = await testShop(await open(), OPENED)
    const stranger = await shop.signUp('stranger@example.org')
    const list = async () => (await shop.ask('GET', '/marketplace/items', undefined, stranger)).status
    stopClock()
    for (let n = 0; n < 60; n++) expect(await list()).toBe(200)
    expect(await list()).toBe(429)
  })

  it('can change only so much in a day by calls, but can read without this limit', async () => {
    expect(CONSIGNOR_CHANGES_PER_DAY).toBeGreaterThanOrEqual(10_000)
    const shop = await testShop(await open(), OPENED, { budgets: new Budgets(BUDGETS, { ofOne: 2, ofNetwork: 100 }) })
    const [stranger, other, admin] = [
      await shop.signUp('stranger@example.org'),
      await shop.signUp('other@example.org'),
      { token: await shop.signIn(ADMIN_EMAIL) },
    ]
    stopClock()
    const change = ({ token }: { token: string }) =>
      shop.ask('POST', '/trades/offers/0190a0b0-0000-7000-8000-00000000ffff/decline', {}, { token })
    for (const person of [stranger, admin]) for (let n = 0; n < 2; n++) expect((await change(person)).status).not.toBe(429)
    const refused = await change(stranger)
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.body.message).toBe(
      'You or others in your network have changed more today than the shop’s server takes. Please try again in a minute.',
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const person of [other, admin]) expect((await change(person)).status).not.toBe(429)
    expect((await shop.ask('GET', '/auth/me', undefined, stranger)).status).toBe(200)
  })

  it('shares a day’s changes with the others in the network, but not with an admin there', async () => {
    expect(NETWORK_CHANGES_PER_DAY).toBeGreaterThanOrEqual(10 * CONSIGNOR_CHANGES_PER_DAY)
    const budgets = new Budgets(BUDGETS, { ofOne: 2, ofNetwork: 3 })
    const shop = await testShop(await open(), { ...OPENED, TRUST_PROXY: 'true' }, { budgets })
    const [one, two] = [await shop.signUp('one@example.org'), await shop.signUp('two@example.org')]
    const admin = { token: await shop.signIn(ADMIN_EMAIL) }
    stopClock()
    const change = async ({ token }: { token: string }, network: string) => {
      const headers = { 'x-forwarded-for': network }
      return (await shop.ask('POST', '/trades/offers/0190a0b0-0000-7000-8000-00000000ffff/decline', {}, { token, headers })).status
    }
    for (const person of [one, one, two]) expect(await change(person, '192.0.2.1')).not.toBe(429)
    expect(await change(two, '192.0.2.1')).toBe(429)
    expect(await change(admin, '192.0.2.1')).not.toBe(429)
    // the refused call does not count
    expect(await change(two, '192.0.2.2')).not.toBe(429)
  })
})

forEachDatabase('people behind one address', (open) => {
  it('can sign up more than ten times within a minute', async () => {
    const shop = await testShop(await open(), OPENED)
    for (let n = 0; n < 12; n++) await shop.signUp(`many${n}@example.org`)
  })

  it('can sign up soon after somebody there was refused 120 times', async () => {
    const shop = await testShop(await open(), { ...OPENED, TRUST_PROXY: 'true' })
    const signUp = (email: string, address: string) =>
      shop.ask('POST', '/identity/sign-up/email', { email, password: PASSWORD, name: 'Ann' }, { headers: { 'x-forwarded-for': address } })
    stopClock()
    for (let n = 0; n < 120; n++) expect((await signUp(ADMIN_EMAIL, '192.0.2.1')).body.code).toBe('EMAIL_IN_USE')
    const refused = await signUp('ann@example.org', '192.0.2.1')
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_ATTEMPTS', '1'])
    expect((await signUp('bob@example.org', '192.0.2.2')).status).toBe(200)
    vi.advanceTimersByTime(1_000)
    expect((await signUp('ann@example.org', '192.0.2.1')).status).toBe(200)
  })
})
