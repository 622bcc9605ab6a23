import { users } from '@shop/shared/accounts/schema.ts'
import { collections } from '@shop/shared/collections.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { byId, byReference } from '@shop/shared/kernel/define-command.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { tables } from '../../app/tables.ts'
import { makeCatalog } from '../database/catalog.ts'
import { POOL_CONNECTIONS } from '../database/database.ts'
import { ReadAgain } from '../database/sql-errors.ts'
import type { Platform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, consignor, freshId, queued, renameByBarcode, takeItem, testCommands } from '../testing/commands.ts'
import { BUSY_MACHINE_MS, createPostgresDatabase, type Open, onPostgres } from '../testing/databases.ts'
import { lookUp } from './prefetched-rows.ts'

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens a shop, and another session with a transaction on the shop's database. */
async function shopAndOther(open: Open, wait: { lockTimeoutMs?: number } = { lockTimeoutMs: BUSY_MACHINE_MS }) {
  const url = await createPostgresDatabase()
  const platform = await openShop(open, { database: { kind: 'postgres', url, ...wait } })
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  return { platform, other, till: new TestClient(platform, admin) }
}

const LOCK = 'select id from items where id = $1 for update'
const repeatsOf = async (platform: Platform) => (await platform.metrics.batchRepeats.get()).values[0]?.value ?? 0

async function waitingForLocks(platform: Platform): Promise<readonly { pid: number }[]> {
  const waiting = sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(platform.db)).rows
}

async function waitForLock(platform: Platform): Promise<number> {
  for (;;) {
    const [first] = await waitingForLocks(platform)
    if (first) return first.pid
    await later(10)
  }
}

onPostgres('a batch that meets another transaction', (open) => {
  it('is repeated after a deadlock', async () => {
    const { platform, other, till } = await shopAndOther(open)
    const [a, b] = [freshId(1), freshId(2)]
    await till.push(queued(addItem, { id: a, stock: 9 }), queued(addItem, { id: b, stock: 9 }))
    // PostgreSQL chooses which of the two transactions fails; on a busy machine that may not be the batch, so this is tried several times
    for (let tried = 0; tried < 5 && (await repeatsOf(platform)) === 0; tried++) {
      await other.query(LOCK, [b])
      const pushed = till.push(queued(takeItem, { id: a, quantity: 1 }), queued(takeItem, { id: b, quantity: 1 }))
      await waitForLock(platform)
      await other.query(LOCK, [a]).then(
        () => other.query('commit'),
        () => other.query('rollback'),
      )
      await other.query('begin')
      expect((await pushed).map(({ status }) => status)).toEqual(['done', 'done'])
    }
    expect(await repeatsOf(platform)).toBeGreaterThan(0)
    await other.query('rollback')
  })

  it('reads again when a reference changes after it was looked up, also where it locks nothing', async () => {
    const { platform, other } = await shopAndOther(open)
    const catalog = makeCatalog(collections, testCommands, tables)
    const touches = [byId(items, freshId(), false), byReference(users, { of: users, id: consignor.uid, field: 'migratedTo' }, false)]
    await other.query('lock table items in access exclusive mode')
    const read = platform.transaction((tx) => lookUp(tx, catalog, touches, new Map()))
    await waitForLock(platform)
    await other.query('update users set migrated_to = $1 where id = $2', [admin.uid, consignor.uid])
    await other.query('commit')
    await expect(read).rejects.toThrow(ReadAgain)
  })

  it('is repeated when its connection is cut', async () => {
    const { platform, other, till } = await shopAndOther(open)
    const id = freshId()
    await till.push(queued(addItem, { id, stock: 5 }))
    await other.query(LOCK, [id])
    const pushed = till.push(queued(takeItem, { id, quantity: 1 }))
    await sql`select pg_terminate_backend(${await waitForLock(platform)}::int)`.execute(platform.db)
    await later(50)
    await other.query('commit')
    expect(await pushed).toMatchObject([{ status: 'done' }])
    await till.start()
    expect(till.row('items', id)).toMatchObject({ stockCount: 4 })
  })

  it('reads its rows again when more rows match after its wait', async () => {
    const { platform, other, till } = await shopAndOther(open)
    const [old, added] = [freshId(1), freshId(2)]
    await till.push(queued(addItem, { id: old, barcode1: '77' }), queued(addItem, { id: added, barcode1: '88' }))
    await other.query(LOCK, [old])
    const pushed = till.push(queued(renameByBarcode, { barcode1: '77', itemName: '!' }))
    await waitForLock(platform)
    await other.query("update items set barcode1 = '77' where id = $1", [added])
    await other.query('commit')
    expect(await pushed).toMatchObject([{ status: 'done' }])
    expect(await repeatsOf(platform)).toBeGreaterThan(0)
    await till.start()
    expect([till.row('items', old)?.itemName, till.row('items', added)?.itemName]).toEqual(['Teapot!', 'Teapot!'])
  })

  it('holds up no read while every connection for writes waits for a row', async () => {
    const { platform, other, till } = await shopAndOther(open)
    const id = freshId()
    await till.push(queued(addItem, { id, stock: 50 }))
    await other.query(LOCK, [id])
    const pushes = Array.from({ length: POOL_CONNECTIONS + 2 }, () =>
      new TestClient(platform, admin).push(queued(takeItem, { id, quantity: 1 })),
    )
    while ((await waitingForLocks(platform)).length < POOL_CONNECTIONS) await later(10)
    expect(await platform.db.selectFrom('items').select('stock_count').execute()).toEqual([{ stock_count: 50 }])
    await till.start()
    expect(await till.pull()).toBeUndefined()
    await other.query('commit')
    expect((await Promise.all(pushes)).flat().every(({ status }) => status === 'done')).toBe(true)
  })

  it('is refused when a row stays locked, and is tried again later', async () => {
    const { platform, other, till } = await shopAndOther(open, {})
    const id = freshId()
    await till.push(queued(addItem, { id, stock: 5 }))
    await other.query(LOCK, [id])
    const take = queued(takeItem, { id, quantity: 1 })
    // the lock ends after the answer, so a push that waited for the row would never be answered
    await expect(till.push(take)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 })
    expect(await repeatsOf(platform)).toBe(0)
    await other.query('commit')
    expect(await till.push(take)).toMatchObject([{ status: 'done' }])
    await till.start()
    expect(till.row('items', id)).toMatchObject({ stockCount: 4 })
  })

  it('takes its locks in one order, so that many batches never deadlock', async () => {
    const platform = await openShop(open)
    const ids = Array.from({ length: 30 }, () => freshId())
    await new TestClient(platform, admin).push(...ids.map((id) => queued(addItem, { id, stock: 1_000 })))
    const pushes = Array.from({ length: 120 }, () =>
      new TestClient(platform, admin).push(...[...ids].sort(() => Math.random() - 0.5).map((id) => queued(takeItem, { id, quantity: 1 }))),
    )
    expect((await Promise.all(pushes)).flat().every(({ status }) => status === 'done')).toBe(true)
    expect(await repeatsOf(platform)).toBe(0)
  })
})
