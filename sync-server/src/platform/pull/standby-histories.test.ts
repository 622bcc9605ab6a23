import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Platform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { type Cluster, caughtUp, databaseNamed, onServer, ownCluster, type StandbyServer } from '../testing/cluster.ts'
import { addItem, admin, consignor, freshId, queued, testCommands } from '../testing/commands.ts'
import { onPostgres } from '../testing/databases.ts'

let cluster: Cluster
let standby: StandbyServer
let url: string
let readUrl: string
beforeEach(async () => {
  cluster = await ownCluster()
  await onServer(cluster.url, 'create database shop')
  standby = await cluster.standby()
  url = databaseNamed(cluster.url, 'shop')
  readUrl = databaseNamed(standby.url, 'shop')
})
afterEach(() => cluster.stop())

async function pullsFromStandby({ metrics }: Platform): Promise<number> {
  return (await metrics.pulls.get()).values.find(({ labels }) => labels.from === 'standby')?.value ?? 0
}

onPostgres('a standby of another history', (open) => {
  it('is not asked any more after it was promoted while its primary runs', async () => {
    const platform = await openShop(open, { database: { kind: 'postgres', url, readUrl } })
    const phone = new TestClient(platform, consignor)
    await phone.start()
    await caughtUp(cluster.url, standby.url)
    await phone.pullFromStandby()
    const before = await pullsFromStandby(platform)
    standby.promote()
    // its transaction ids overtake the primary's
    for (let count = 0; count < 20; count++) await onServer(readUrl, 'select pg_current_xact_id()')
    const id = freshId()
    await new TestClient(platform, admin).push(queued(addItem, { id, consignorId: consignor.uid }))
    expect(await phone.pull()).toBeUndefined()
    expect(phone.row('items', id)).toBeDefined()
    expect(await pullsFromStandby(platform)).toBe(before)
    expect(await phone.drifted()).toEqual([])
    await platform.close()
  })

  it('is not asked any more after its primary was restored, so that clients start afresh only once', async () => {
    const before = await openShop(open, { database: { kind: 'postgres', url, readUrl } })
    const backup = await cluster.backup()
    const till = new TestClient(before, admin)
    await till.push(queued(addItem, { id: freshId() }), queued(addItem, { id: freshId() }))
    await till.start()
    await caughtUp(cluster.url, standby.url)
    await till.pullFromStandby()
    await before.close()
    cluster.restore(backup)
    const after = await openShop(open, { database: { kind: 'postgres', url, readUrl } })
    till.platform = after
    expect(await till.pull()).toBe('lostFuture')
    await till.start()
    for (let turn = 0; turn < 3; turn++) {
      const id = freshId()
      await till.push(queued(addItem, { id }))
      expect(await till.pull()).toBeUndefined()
      expect(till.row('items', id)).toBeDefined()
    }
    expect(await pullsFromStandby(after)).toBe(0)
    expect(await till.drifted()).toEqual([])
    await after.close()
  })

  it('replaces its dead primary; tills send again the commands that it never received, and each runs once', async () => {
    const before = await openShop(open, { database: { kind: 'postgres', url } })
    const till = new TestClient(before, admin)
    const [kept, lost] = [queued(addItem, { id: freshId() }), queued(addItem, { id: freshId() })]
    await till.push(kept)
    await till.start()
    await caughtUp(cluster.url, standby.url)
    await standby.stop()
    await till.push(lost)
    await till.pull()
    await before.close()
    cluster.halt()
    await standby.start()
    standby.promote()
    const after = await open({ commands: testCommands, database: { kind: 'postgres', url: readUrl } })
    till.platform = after
    expect(await till.pull()).toBe('lostFuture')
    expect(await after.restoreDetectedAtMs()).not.toBeNull()
    await till.start()
    // commands that are sent again, as by a client after a lost future
    const again = await till.replay(kept, lost)
    expect(again).toMatchObject([{ status: 'done' }, { status: 'done' }])
    expect(await till.pull()).toBeUndefined()
    expect(till.rows.get('items')?.size).toBe(2)
    const { rows } = await sql<{ moves: number }>`select count(*)::int as moves from stock_movements`.execute(after.db)
    expect(rows).toEqual([{ moves: 2 }])
    expect(await till.drifted()).toEqual([])
    await after.close()
  })
})
