import { collections } from '@shop/shared/collections.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { MAX_EVENT_STREAMS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { tables } from '../../app/tables.ts'
import { appendBoot } from '../database/boots.ts'
import { makeCatalog } from '../database/catalog.ts'
import { TooMany } from '../kernel/too-many.ts'
import type { Platform } from '../platform.ts'
import { openShop } from '../testing/client.ts'
import { admin, consignor, freshId, testCommands } from '../testing/commands.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { ADMIN_AUDITS_PER_HOUR, AUDITS_PER_HOUR, AuditLimits, USER_AUDITS_PER_HOUR } from './audit-limits.ts'
import { syncRoutes } from './sync-routes.ts'

type Answered = { readonly status: number; readonly sums: boolean; readonly waitSeconds: number }

forEachDatabase('the audit of a client', (open) => {
  let platform: Platform
  let app: Hono
  beforeAll(async () => {
    platform = await openShop(open)
  })

  const serve = () => {
    app = new Hono()
    app.route(
      '/api/sync',
      syncRoutes(platform, async ({ headers }) => (headers.get('authorization') === 'Bearer admin' ? admin : consignor)),
    )
    app.onError((error, c) => {
      if (!(error instanceof Refusal)) throw error
      if (error instanceof TooMany) c.header('retry-after', String(error.retryAfterSeconds))
      return c.json({ code: error.code }, error.status)
    })
  }
  const headersOf = (who: string) => ({ authorization: `Bearer ${who}`, 'content-type': 'application/json' })
  const cursorOf = async (who: string) => {
    const started = await app.request(`/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers: headersOf(who) })
    return (JSON.parse((await started.text()).split('\n')[0] as string) as { cursor: string }).cursor
  }
  const pull = async (who: string, body: object): Promise<Answered> => {
    const answer = await app.request('/api/sync/pull', {
      method: 'POST',
      headers: headersOf(who),
      body: JSON.stringify({ protocol: PROTOCOL_VERSION, ...body }),
    })
    const { sums } = (await answer.json()) as { sums?: object }
    return { status: answer.status, sums: sums !== undefined, waitSeconds: Number(answer.headers.get('retry-after') ?? 0) }
  }

  it('is answered a few times an hour, then refused with the time to wait, while pulls without an audit continue', async () => {
    serve()
    const [cursor, clientId] = [await cursorOf('admin'), freshId()]
    for (let n = 0; n < AUDITS_PER_HOUR; n++)
      expect(await pull('admin', { cursor, clientId, audit: true })).toEqual({ status: 200, sums: true, waitSeconds: 0 })
    const refused = await pull('admin', { cursor, clientId, audit: true })
    expect([refused.status, refused.sums]).toEqual([429, false])
    expect(refused.waitSeconds).toBeGreaterThan(500)
    expect(refused.waitSeconds).toBeLessThanOrEqual(3_600 / AUDITS_PER_HOUR)
    expect(await pull('admin', { cursor, clientId })).toEqual({ status: 200, sums: false, waitSeconds: 0 })
    expect((await pull('admin', { cursor, clientId: freshId(), audit: true })).status).toBe(200)
  })

  it('is limited for an account that pretends to be many clients, and not for other accounts', async () => {
    serve()
    const cursor = await cursorOf('consignor')
    const statuses = new Map<number, number>()
    for (let n = 0; n < USER_AUDITS_PER_HOUR + 5; n++) {
      const { status } = await pull('consignor', { cursor, clientId: freshId(), audit: true })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, USER_AUDITS_PER_HOUR],
      [429, 5],
    ])
    expect((await pull('admin', { cursor: await cursorOf('admin'), clientId: freshId(), audit: true })).status).toBe(200)
  })

  it('counts even when the server itself adds it to a pull, as after each start', async () => {
    serve()
    const [cursor, clientId] = [await cursorOf('admin'), freshId()]
    const catalog = makeCatalog(collections, testCommands, tables)
    await platform.transaction((tx) => appendBoot(tx, catalog))
    for (let n = 0; n < AUDITS_PER_HOUR; n++)
      expect(await pull('admin', { cursor, clientId })).toEqual({ status: 200, sums: true, waitSeconds: 0 })
    expect((await pull('admin', { cursor, clientId })).status).toBe(429)
  })

  it('lets a pull use the database while many audits wait', async () => {
    serve()
    const cursor = await cursorOf('admin')
    const order: string[] = []
    const audits = Array.from({ length: 30 }, () =>
      pull('admin', { cursor, clientId: freshId(), audit: true }).then(({ status }) => order.push(`audit ${status}`)),
    )
    await Promise.all([...audits, pull('consignor', { cursor: '', clientId: freshId() }).then(() => order.push('pull'))])
    expect(order.indexOf('pull')).toBeLessThan(15)
    expect(order.filter((name) => name === 'audit 200')).toHaveLength(30)
  })
})

describe('the limits of audits', () => {
  it('leave room for every tablet of a shop to be audited twice in an hour', () => {
    expect(ADMIN_AUDITS_PER_HOUR).toBeGreaterThanOrEqual(2 * MAX_EVENT_STREAMS)
  })

  it('allow new audits after some time, and do not count a refused audit', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const limits = new AuditLimits()
    for (let n = 0; n < AUDITS_PER_HOUR; n++) limits.demand(consignor, 'one')
    for (let n = 0; n < 100; n++) expect(() => limits.demand(consignor, 'one')).toThrow('Too many requests')
    vi.advanceTimersByTime(3_600_000 / AUDITS_PER_HOUR)
    limits.demand(consignor, 'one')
    expect(() => limits.demand(consignor, 'one')).toThrow('Too many requests')
    vi.useRealTimers()
  })
})
