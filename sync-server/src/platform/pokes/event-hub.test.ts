import { MAX_EVENT_STREAMS, MAX_POKES_PER_SECOND } from '@shop/shared/kernel/limits.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tables } from '../../app/tables.ts'
import { silentLog } from '../kernel/log.ts'
import { openPlatform, type Platform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, consignor, freshId, queued, testCommands } from '../testing/commands.ts'
import { createPostgresDatabase, forEachDatabase, onPostgres } from '../testing/databases.ts'
import { EventHub } from './event-hub.ts'

describe('the event hub', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('pokes only the clients of an audience', () => {
    const hub = new EventHub()
    const heard: string[] = []
    hub.subscribe(admin, () => heard.push('admin'))
    hub.subscribe(consignor, () => heard.push('consignor'))
    hub.publish(new Set(['admins']))
    hub.publish(new Set(['user:someone-else', 'user:another']))
    expect(heard).toEqual(['admin'])
    hub.publish(new Set([`user:${consignor.uid}`]))
    vi.advanceTimersByTime(1_000)
    hub.publish(new Set(['everyone']))
    expect(heard).toEqual(['admin', 'consignor', 'admin', 'consignor'])
  })

  it('limits the open streams of a person, and allows a new stream when an old one ends', () => {
    const hub = new EventHub()
    const stops = Array.from({ length: MAX_EVENT_STREAMS }, () => hub.subscribe(admin, () => {}))
    expect(() => hub.subscribe(admin, () => {})).toThrow(expect.objectContaining({ code: 'TOO_MANY_STREAMS', retryAfterSeconds: 60 }))
    hub.subscribe(consignor, () => {})
    for (const stop of [stops[0], stops[0]]) stop?.()
    hub.subscribe(admin, () => {})
    expect(() => hub.subscribe(admin, () => {})).toThrow('Too many devices')
    expect(hub.size).toBe(MAX_EVENT_STREAMS + 1)
  })

  it('limits the rate of pokes, and never loses the last poke', () => {
    const hub = new EventHub()
    let pokes = 0
    const stop = hub.subscribe(admin, () => pokes++)
    for (let ms = 0; ms < 10_000; ms += 10) {
      hub.publish(new Set(['admins']))
      vi.advanceTimersByTime(10)
    }
    expect(pokes).toBeGreaterThan(9 * MAX_POKES_PER_SECOND)
    expect(pokes).toBeLessThanOrEqual(10 * MAX_POKES_PER_SECOND + 1)
    vi.advanceTimersByTime(1_000)
    const before = pokes
    hub.publish(new Set(['admins']))
    hub.publish(new Set(['admins']))
    expect(pokes).toBe(before + 1)
    vi.advanceTimersByTime(1_000)
    expect(pokes).toBe(before + 2)
    stop()
    hub.publish(new Set(['admins']))
    expect(pokes).toBe(before + 2)
  })
})

forEachDatabase('pokes', (open) => {
  it('reach only the clients that see the rows of the commit', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, consignor)
    await till.start()
    const heard: string[] = []
    platform.events.subscribe(admin, () => heard.push('office'))
    platform.events.subscribe(consignor, () => heard.push('till'))
    await till.push(queued(addItem, { id: freshId() }))
    expect(heard).toEqual(['office'])
  })
})

onPostgres('two servers on one PostgreSQL', () => {
  const open = (url: string) =>
    openPlatform({ tables, commands: testCommands, log: silentLog, runJobs: false, database: { kind: 'postgres', url } })
  const pokedOn = (platform: Platform) => new Promise<void>((resolve) => platform.events.subscribe(admin, resolve))

  it('poke each other’s clients, and these pull the commits', async () => {
    const url = await createPostgresDatabase()
    const [one, two] = [await openShop((() => open(url)) as never), await open(url)]
    const office = new TestClient(two, admin)
    await office.start()
    const poked = pokedOn(two)
    const id = freshId()
    await new TestClient(one, admin).push(queued(addItem, { id }))
    await poked
    expect(await office.pull()).toBeUndefined()
    expect(office.row('items', id)).toBeDefined()

    const manyPoked = pokedOn(two)
    one.events.publish(new Set())
    const consignors = Array.from({ length: 100 }, () =>
      queued(addItem, { id: freshId(), consignorId: `consignor-${'x'.repeat(200)}-${freshId()}` }),
    )
    await new TestClient(one, admin).push(...consignors)
    await manyPoked
    await Promise.all([one.close(), two.close()])
  })

  it('listen again after a broken connection', async () => {
    const url = await createPostgresDatabase()
    const [one, two] = [await openShop((() => open(url)) as never), await open(url)]
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(
      one.db,
    )
    // a server that listens again pokes every client once, because it may have missed messages
    await pokedOn(two)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const poked = pokedOn(two)
    await new TestClient(one, admin).push(queued(addItem, { id: freshId() }))
    await poked
    await Promise.all([one.close(), two.close()])
  })

  it('run a command once when both servers receive it', async () => {
    const url = await createPostgresDatabase()
    const servers = [await openShop((() => open(url)) as never), await open(url)]
    const command = queued(addItem, { id: freshId(), stock: 1 })
    const results = await Promise.all(servers.map((server) => new TestClient(server, admin).push(command)))
    expect(results.flat().map(({ status }) => status)).toEqual(['done', 'done'])
    const { rows } = await sql`select count(*)::int as movements from stock_movements`.execute((servers[0] as Platform).db)
    expect(rows).toEqual([{ movements: 1 }])
    await Promise.all(servers.map((server) => server.close()))
  })
})
