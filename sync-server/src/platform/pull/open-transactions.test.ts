import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { PlatformConfig } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, freshId, queued } from '../testing/commands.ts'
import { createPostgresDatabase, type Open, onPostgres } from '../testing/databases.ts'

const RENAME = `update items set item_name = 'Late', changed_xid = pg_current_xact_id() where id = $1`

/** Opens a shop whose office has started, and another session on the shop's database. */
async function shopAndOther(open: Open, config: Partial<PlatformConfig> = {}) {
  const url = await createPostgresDatabase()
  const platform = await openShop(open, { database: { kind: 'postgres', url }, ...config })
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  const office = new TestClient(platform, admin)
  await office.start()
  return { platform, other, office }
}

/** Begins a transaction, and waits until it is the oldest open transaction of the cluster. */
async function beginOldest(other: pg.Client): Promise<void> {
  await other.query('begin')
  const { rows } = await other.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  const oldest = async () =>
    (await other.query<{ xmin: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin')).rows[0]?.xmin
  // transactions of other tests, in other databases, end within that time
  await expect.poll(oldest, { timeout: 30_000 }).toBe(rows[0]?.xid)
}

onPostgres('a pull while a transaction is open', (open) => {
  it('leaves the cursor at that transaction, and the next pull brings what it wrote', async () => {
    const { platform, other, office } = await shopAndOther(open)
    const [slow, quick] = [freshId(), freshId()]
    await office.push(queued(addItem, { id: slow }))
    await beginOldest(other)
    await other.query(RENAME, [slow])
    await new TestClient(platform, admin).push(queued(addItem, { id: quick }))
    await office.pull()
    expect([office.row('items', slow)?.itemName, office.row('items', quick)?.itemName]).toEqual(['Teapot', 'Teapot'])
    await other.query('commit')
    await office.pull()
    expect(office.row('items', slow)?.itemName).toBe('Late')
    expect(await office.drifted()).toEqual([])
  })

  it('holds back the result of a command whose row its pages miss, until the pull that brings the row', async () => {
    const { platform, other, office } = await shopAndOther(open, { pullPageRows: 3 })
    const id = freshId()
    const add = queued(addItem, { id })
    await beginOldest(other)
    await new TestClient(platform, admin).push(...Array.from({ length: 5 }, () => queued(addItem, { id: freshId() })))
    await office.push(add)
    const seen: (readonly [result: string | undefined, name: unknown])[] = []
    office.onSwitch = () => void seen.push([office.results.get(add.id)?.status, office.row('items', id)?.itemName])
    let isFirst = true
    await office.pull(async () => {
      if (!isFirst) return
      isFirst = false
      // the row now belongs to an older transaction than the rows of the page before
      await other.query(RENAME, [id])
      await other.query('commit')
    })
    expect(seen[0]).toEqual([undefined, undefined])
    expect(seen.filter(([result, name]) => result && !name)).toEqual([])
    expect(seen.at(-1)).toEqual(['done', 'Late'])
  })
})
