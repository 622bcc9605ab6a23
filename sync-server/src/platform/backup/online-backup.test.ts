import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, TestClient } from '../testing/client.ts'
import { type Cluster, ownCluster } from '../testing/cluster.ts'
import { addItem, admin, consignor, freshId, queued, stateFact, testCommands } from '../testing/commands.ts'
import { onPostgres } from '../testing/databases.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await ownCluster()
})
afterAll(() => cluster.stop())

/** Holds up every push just before its acknowledgement. Answers a function that releases the pushes. */
async function holdUpPushes(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query('begin; lock table command_acks in share mode')
  return () => client.end()
}

/** Uses up transaction ids, as other databases and maintenance on a cluster do before the shop's server starts again. */
async function useUpTransactionIds(count: number): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  for (let used = 0; used < count; used++) await client.query('select pg_current_xact_id()')
  await client.end()
}

async function untilPushesWait(count: number): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  const waiting = async () => (await client.query('select 1 from pg_locks where not granted')).rows.length
  await expect.poll(waiting, { timeout: 10_000 }).toBe(count)
  await client.end()
}

onPostgres('a database restored from an online backup', (open) => {
  // the pushes are held up for as long as the backup takes
  const database = () => ({ kind: 'postgres', url: cluster.url, lockTimeoutMs: 60_000 }) as const

  it('detects the loss of transactions that were open during the backup and seen afterwards', async () => {
    const platform = await openShop(open, { database: database() })
    const [till, office, seller] = [
      new TestClient(platform, admin),
      new TestClient(platform, admin),
      new TestClient(platform, { ...consignor, wasAdmin: true }),
    ]
    for (const client of [till, office, seller]) {
      await client.start()
      await client.pull()
    }
    const [item, hidden] = [freshId(), freshId()]
    // a former admin records a fact whose rows they cannot see
    await sql`update users set admin_until_ms = 1 where id = ${consignor.uid}`.execute(platform.db)
    const letGo = await holdUpPushes()
    const sale = queued(addItem, { id: item })
    const fact = queued(stateFact, { id: hidden })
    const pushed = Promise.all([till.push(sale), seller.push(fact)])
    await untilPushesWait(2)
    const backup = await cluster.backup()
    await letGo()
    expect(await pushed).toMatchObject([[{ status: 'done' }], [{ status: 'done' }]])
    for (const client of [till, office, seller]) expect(await client.pull()).toBeUndefined()
    expect([till.row('items', item), office.row('items', item)]).toMatchObject([{ id: item }, { id: item }])
    await platform.close()

    cluster.restore(backup)
    await useUpTransactionIds(9)
    const restored = await open({ commands: testCommands, database: database() })
    for (const client of [till, office, seller]) client.platform = restored
    // the transaction ids do not reveal that this cursor is from a lost future
    expect(await office.pull()).toBe('drifted')
    expect(await till.pull()).toBe('lostFuture')
    expect(await seller.pull()).toBe('lostFuture')
    expect(await restored.restoreDetectedAtMs()).toBeGreaterThan(0)
    expect(await till.replay(sale)).toMatchObject([{ status: 'done' }])
    for (const client of [till, office, seller]) {
      await client.start()
      expect(await client.pull()).toBeUndefined()
      expect(await client.drifted()).toEqual([])
    }
    expect(office.row('items', item)).toBeDefined()
  })
})
