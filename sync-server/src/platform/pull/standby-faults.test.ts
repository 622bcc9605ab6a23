import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connectPostgres, type Db } from '../database/database.ts'
import type { Connections } from '../database/standby.ts'
import { Standby } from '../database/standby.ts'
import { silentLog } from '../kernel/log.ts'
import type { Platform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { type Cluster, caughtUp, databaseNamed, onServer, ownCluster, type StandbyServer } from '../testing/cluster.ts'
import { addItem, admin, consignor, freshId, queued, takeItem, testCommands } from '../testing/commands.ts'
import { onPostgres } from '../testing/databases.ts'
import { Wire } from '../testing/wire.ts'

let cluster: Cluster
let standby: StandbyServer
beforeAll(async () => {
  cluster = await ownCluster()
  standby = await cluster.standby()
})
afterAll(() => cluster.stop())

const catchUp = () => caughtUp(cluster.url, standby.url)

/** Creates a database and answers its addresses on the primary and on the standby. */
async function newDatabase(name: string): Promise<{ url: string; readUrl: string }> {
  await onServer(cluster.url, `create database ${name}`)
  await catchUp()
  return { url: databaseNamed(cluster.url, name), readUrl: databaseNamed(standby.url, name) }
}

async function pullsFrom({ metrics }: Platform, from: 'primary' | 'standby'): Promise<number> {
  return (await metrics.pulls.get()).values.filter(({ labels }) => labels.from === from).reduce((sum, { value }) => sum + value, 0)
}

onPostgres('a misleading standby', (open) => {
  it('that lags hides no change from clients that were poked about it, on either of two servers', async () => {
    const { url, readUrl } = await newDatabase('standby_lags')
    const database = { kind: 'postgres', url, readUrl } as const
    const near = await openShop(open, { database })
    const far = await open({ commands: testCommands, database })
    await catchUp()
    const till = new TestClient(near, admin)
    const readers = [new TestClient(near, admin), new TestClient(far, admin), new TestClient(far, consignor)]
    for (const client of [till, ...readers]) await client.start()
    const mine = freshId()
    await till.push(queued(addItem, { id: mine, stock: 100, consignorId: consignor.uid }))
    for (let round = 0; round < 12; round++) {
      // in one round of three the standby stops its replay; in the other rounds it lags by chance
      if (round % 3 === 1) await onServer(standby.url, 'select pg_wal_replay_pause()')
      const poked = readers.map((client) => new Promise<void>((resolve) => void client.platform.events.subscribe(client.actor, resolve)))
      await till.push(queued(takeItem, { id: mine, quantity: 1 }))
      await Promise.all(poked)
      for (const client of [till, ...readers]) {
        await client.pull()
        expect(client.row('items', mine)).toMatchObject({ stockCount: 99 - round })
      }
      if (round % 3 === 1) await onServer(standby.url, 'select pg_wal_replay_resume()')
      if (round % 3 === 2) await catchUp()
    }
    await catchUp()
    for (const client of [till, ...readers]) expect(await client.drifted()).toEqual([])
    expect(await pullsFrom(near, 'standby')).toBeGreaterThan(0)
    expect(await pullsFrom(far, 'standby')).toBeGreaterThan(0)
  })

  it('that shows the middle of a boot makes no client start afresh', async () => {
    const { url, readUrl } = await newDatabase('standby_boots')
    const platform = await openShop(open, { database: { kind: 'postgres', url, readUrl } })
    const [till, phone] = [new TestClient(platform, admin), new TestClient(platform, consignor)]
    await phone.start()
    await catchUp()
    await phone.pullFromStandby()
    const before = await pullsFrom(platform, 'standby')
    const booting = new pg.Client({ connectionString: url })
    await booting.connect()
    await booting.query('begin')
    await booting.query('lock table boots in exclusive mode')
    await booting.query('insert into boots (id, xid) values (gen_random_uuid(), pg_current_xact_id())')
    // meanwhile a transaction commits whose rows are not for the phone
    await till.push(queued(addItem, { id: freshId() }))
    await catchUp()
    expect(await phone.pull()).toBeUndefined()
    expect(await pullsFrom(platform, 'standby')).toBe(before + 1)
    await booting.query('commit')
    await booting.end()
    await catchUp()
    expect(await phone.pull()).toBeUndefined()
    expect(await platform.restoreDetectedAtMs()).toBeNull()
    expect(await phone.drifted()).toEqual([])
  })
})

onPostgres('an absent standby', (open) => {
  it('serves again after its restart, and passes requests on until then', async () => {
    const restarting = await cluster.standby()
    const outcomes: string[] = []
    const asked = new Standby(() => connectionsTo(restarting.url), silentLog, { pauseMs: 0, patienceMs: 60_000 })
    onTestFinished(() => asked.close())
    const ask = async () =>
      outcomes.push((await asked.ask(async (db) => (await sql`select 1`.execute(db)).rows.length)) === 1 ? 'served' : 'passed')
    await ask()
    await restarting.stop()
    await ask()
    await restarting.start()
    await ask()
    expect(outcomes).toEqual(['served', 'passed', 'served'])
  })

  it('that does not answer leaves the pulls to the primary', async () => {
    await onServer(cluster.url, 'create database standby_silent')
    await catchUp()
    const wire = new Wire(new URL(databaseNamed(standby.url, 'standby_silent')))
    await wire.mend()
    onTestFinished(() => wire.cut())
    const platform = await openShop(open, {
      database: { kind: 'postgres', url: databaseNamed(cluster.url, 'standby_silent'), readUrl: wire.url },
    })
    const phones = [new TestClient(platform, consignor), new TestClient(platform, admin), new TestClient(platform, admin)]
    for (const phone of phones) await phone.start()
    await catchUp()
    for (const phone of phones) await phone.pullFromStandby()
    const before = { standby: await pullsFrom(platform, 'standby'), primary: await pullsFrom(platform, 'primary') }
    wire.silence()
    expect(await Promise.all(phones.map((phone) => phone.pull()))).toEqual([undefined, undefined, undefined])
    expect(await pullsFrom(platform, 'standby')).toBe(before.standby)
    expect(await pullsFrom(platform, 'primary')).toBe(before.primary + 3)
  })
})

function connectionsTo(url: string): Connections<Db> {
  const db = connectPostgres(url, silentLog)
  return { db, cut: () => void db.destroy() }
}
