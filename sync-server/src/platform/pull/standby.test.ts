import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Platform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { type Cluster, caughtUp, databaseNamed, onServer, ownCluster } from '../testing/cluster.ts'
import { addItem, admin, freshId, queued, takeItem, testCommands } from '../testing/commands.ts'
import { onPostgres } from '../testing/databases.ts'

let cluster: Cluster
let readUrl: string
beforeAll(async () => {
  cluster = await ownCluster()
  readUrl = (await cluster.standby()).url
})
afterAll(() => cluster.stop())

const catchUp = () => caughtUp(cluster.url, readUrl)

/** Reads the number of pulls that each database answered. */
async function readFrom({ metrics }: Platform): Promise<Record<string, number>> {
  const { values } = await metrics.pulls.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.from, value]).sort())
}

onPostgres('a hot standby', (open) => {
  it('serves pulls, but the primary serves clients that have seen newer commits', async () => {
    await onServer(cluster.url, 'create database standby_serves')
    await catchUp()
    const url = databaseNamed(cluster.url, 'standby_serves')
    const platform = await openShop(open, { database: { kind: 'postgres', url, readUrl: databaseNamed(readUrl, 'standby_serves') } })
    const direct = await open({ commands: testCommands, database: { kind: 'postgres', url } })
    const [first, second, third] = [freshId(), freshId(), freshId()]
    const till = new TestClient(platform, admin)
    await catchUp()
    await till.start()
    await till.push(queued(addItem, { id: first, stock: 9 }))
    await catchUp()
    await till.pullFromStandby()
    expect(till.row('items', first)).toBeDefined()

    await onServer(readUrl, 'select pg_wal_replay_pause()')
    await till.push(queued(addItem, { id: second }), queued(takeItem, { id: first, quantity: 1 }))
    const { primary = 0, standby } = await readFrom(platform)
    await till.pull()
    expect(till.row('items', second)).toBeDefined()
    expect(await readFrom(platform)).toEqual({ primary: primary + 1, standby })
    till.platform = direct
    await till.push(queued(addItem, { id: third }))
    await till.pull()
    expect(till.row('items', third)).toBeDefined()
    till.platform = platform
    await till.push(queued(takeItem, { id: first, quantity: 1 }))
    await till.pull()
    expect(till.row('items', first)).toMatchObject({ stockCount: 7 })
    await onServer(readUrl, 'select pg_wal_replay_resume()')
    await catchUp()
    expect(await till.drifted()).toEqual([])
  })

  it('hides no row from clients that alternate between it and its primary while others write', async () => {
    await onServer(cluster.url, 'create database standby_hops')
    await catchUp()
    const url = databaseNamed(cluster.url, 'standby_hops')
    const platform = await openShop(open, {
      database: { kind: 'postgres', url, readUrl: databaseNamed(readUrl, 'standby_hops') },
      pullPageRows: 20,
    })
    const direct = await open({ commands: testCommands, database: { kind: 'postgres', url }, pullPageRows: 20 })
    const clients = Array.from({ length: 3 }, () => new TestClient(direct, admin))
    for (const client of clients) await client.start()
    const ids = Array.from({ length: 10 }, () => freshId())
    await clients[0]?.push(...ids.map((id) => queued(addItem, { id, stock: 1_000 })))
    let writing = true
    const reading = clients.map(async (client) => {
      for (let turn = 0; writing; turn++) {
        client.platform = turn % 3 === 0 ? direct : platform
        expect(await client.pull()).toBeUndefined()
      }
    })
    const write = async (writer: number) => {
      for (let turn = 0; turn < 25; turn++) {
        const client = new TestClient(direct, admin)
        await client.push(queued(addItem, { id: freshId() }), queued(takeItem, { id: ids[(writer * 3 + turn) % 10], quantity: 1 }))
      }
    }
    await Promise.all([0, 1, 2, 3, 4].map(write))
    writing = false
    await Promise.all(reading)
    await catchUp()
    for (const client of clients) {
      expect(await client.drifted()).toEqual([])
      client.platform = direct
      expect(await client.drifted()).toEqual([])
    }
  })

  it('that cannot be reached is replaced by its primary in pulls', async () => {
    await onServer(cluster.url, 'create database standby_gone')
    const platform = await openShop(open, {
      database: { kind: 'postgres', url: databaseNamed(cluster.url, 'standby_gone'), readUrl: 'postgresql://postgres@127.0.0.1:1/none' },
    })
    const till = new TestClient(platform, admin)
    await till.start()
    await till.push(queued(addItem, { id: freshId() }))
    expect(await till.drifted()).toEqual([])
  })
})

onPostgres('a running server', (open) => {
  it('survives a restart of its PostgreSQL, and begins a new boot', async () => {
    await onServer(cluster.url, 'create database restarts')
    const platform: Platform = await openShop(open, { database: { kind: 'postgres', url: databaseNamed(cluster.url, 'restarts') } })
    const till = new TestClient(platform, admin)
    await till.push(queued(addItem, { id: freshId() }))
    await till.start()
    cluster.restart()
    expect(await till.push(queued(addItem, { id: freshId() }))).toMatchObject([{ status: 'done' }])
    expect(await till.pull()).toBeUndefined()
    expect((await sql<{ boots: number }>`select count(*)::int as boots from boots`.execute(platform.db)).rows).toEqual([{ boots: 2 }])
    expect(await till.drifted()).toEqual([])
  })
})
