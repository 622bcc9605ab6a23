import { cpSync, rmSync } from 'node:fs'
import { collections } from '@shop/shared/collections.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { tables } from '../../app/tables.ts'
import { appendBoot } from '../database/boots.ts'
import { makeCatalog } from '../database/catalog.ts'
import { silentLog } from '../kernel/log.ts'
import { openPlatform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, freshId, queued, testCommands } from '../testing/commands.ts'
import { createPostgresDatabase, forEachDatabase, temporaryDir } from '../testing/databases.ts'

describe('a server restored from a backup', () => {
  it('learns of the restore from its clients, and gets back the commands that they keep', async () => {
    const [live, backup] = [`${await temporaryDir()}/live`, `${await temporaryDir()}/backup`]
    const open = () =>
      openPlatform({ tables, commands: testCommands, log: silentLog, runJobs: false, database: { kind: 'pglite', dataDir: live } })
    let platform = await openShop(open as never)
    const reopen = async () => {
      platform = await open()
      for (const client of [till, early, late]) client.platform = platform
    }
    const [till, early, late] = [new TestClient(platform, admin), new TestClient(platform, admin), new TestClient(platform, admin)]
    await early.start()
    await early.pull()
    await platform.close()
    cpSync(live, backup, { recursive: true })

    await reopen()
    await till.start()
    const sale = queued(addItem, { id: freshId() })
    await till.push(sale)
    expect(await till.pull()).toBeUndefined()
    await late.start()
    await platform.close()

    // a restart alone makes no client start afresh
    await reopen()
    expect(await till.pull()).toBeUndefined()
    expect(await platform.restoreDetectedAtMs()).toBeNull()
    await platform.close()

    rmSync(live, { recursive: true })
    cpSync(backup, live, { recursive: true })
    await reopen()
    expect(await early.pull()).toBeUndefined()
    expect(await platform.restoreDetectedAtMs()).toBeNull()
    expect(await till.pull()).toBe('lostFuture')
    expect(await platform.restoreDetectedAtMs()).toBeGreaterThan(0)
    expect(await till.replay(sale)).toMatchObject([{ status: 'done' }])
    await till.start()
    await till.pull()
    expect(till.row('items', (sale.args as { id: string }).id)).toBeDefined()
    expect(till.results.get(sale.id)).toMatchObject({ status: 'done' })

    await platform.confirmRestore()
    expect(await platform.restoreDetectedAtMs()).toBeNull()
    expect(await late.pull()).toBe('lostFuture')
    expect(await platform.restoreDetectedAtMs()).toBeNull()
    await platform.close()
  }, 120_000)

  it('makes a client start afresh on a copy in another database, even if rows carry higher transaction ids than that database has reached', async () => {
    const url = await createPostgresDatabase()
    const open = (of: string) => () =>
      openPlatform({ tables, commands: testCommands, log: silentLog, runJobs: false, database: { kind: 'postgres', url: of } })
    const platform = await openShop(open(url) as never)
    const till = new TestClient(platform, admin)
    await till.push(queued(addItem, { id: freshId() }))
    await till.start()
    await sql`alter table items disable trigger all`.execute(platform.db)
    await sql`update items set changed_xid = '999999999'::xid8`.execute(platform.db)
    await sql`alter table items enable trigger all`.execute(platform.db)
    await platform.close()

    const copy = await open(await createPostgresDatabase(new URL(url).pathname.slice(1)))()
    till.platform = copy
    expect(await till.pull()).toBe('lostFuture')
    await till.start()
    expect(await till.pull()).toBeUndefined()
    expect(await copy.pull(admin, till.request())).toMatchObject({ kind: 'changes', changes: {} })
    await copy.close()
  })
})

forEachDatabase('boots', (open, kind) => {
  it('make a cursor invalid that saw beyond the next boot, or whose boot is gone', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    await till.start()
    await till.pull()
    await sql`insert into boots (id, xid) values ('next', pg_current_xact_id())`.execute(platform.db)
    expect(await till.pull()).toBeUndefined()
    await sql`insert into boots (id, xid) values ('after', pg_current_xact_id())`.execute(platform.db)
    await sql`update boots set xid = ((xid::text::bigint) - 2)::text::xid8 where id = 'after'`.execute(platform.db)
    await sql`delete from boots where id = 'next'`.execute(platform.db)
    expect(await till.pull()).toBe('lostFuture')
  })

  it('make a cursor invalid even if only a later page of its pull saw beyond the next boot', async () => {
    const platform = await openShop(open, { pullPageRows: 3 })
    const [till, office] = [new TestClient(platform, admin), new TestClient(platform, admin)]
    await office.start()
    await office.pull()
    await till.push(...Array.from({ length: 5 }, () => queued(addItem, { id: freshId() })))
    const late = freshId()
    let restoredXid = ''
    await office.pullOnce(async () => {
      if (restoredXid) return
      // a backup at this moment does not contain the rows of the next page
      const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(platform.db)
      restoredXid = rows[0]?.xid as string
      await till.push(queued(addItem, { id: late }))
    })
    expect(office.row('items', late)).toBeDefined()
    await sql`insert into boots (id, xid) values ('restored', ${restoredXid}::xid8)`.execute(platform.db)
    expect(await office.pull()).toBe('lostFuture')
  })

  it('cause no fresh start when they begin between two pages of a pull', async () => {
    const platform = await openShop(open, { pullPageRows: 3 })
    const catalog = makeCatalog(collections, testCommands, tables)
    const [till, office] = [new TestClient(platform, admin), new TestClient(platform, admin)]
    await office.start()
    await office.pull()
    await till.push(...Array.from({ length: 5 }, () => queued(addItem, { id: freshId() })))
    await office.pullOnce(async () => {
      await platform.transaction((tx) => appendBoot(tx, catalog))
      await till.push(queued(addItem, { id: freshId() }))
    })
    expect(await office.pull()).toBeUndefined()
    expect(await platform.restoreDetectedAtMs()).toBeNull()
    expect(await office.drifted()).toEqual([])
  })

  it('make a client compare its rows, even after a pull with several pages', async () => {
    const platform = await openShop(open, { pullPageRows: 3 })
    const catalog = makeCatalog(collections, testCommands, tables)
    const [till, office] = [new TestClient(platform, admin), new TestClient(platform, admin)]
    const known = freshId()
    await till.push(queued(addItem, { id: known }))
    await office.start()
    await office.pull()
    // while a transaction of the cluster is open, every pull sends the row again and so removes the difference that this test makes
    const staysGone = async () => {
      office.rows.get('items')?.delete(known)
      return (await office.pull()) === undefined && !office.row('items', known)
    }
    await expect.poll(staysGone, { timeout: 60_000 }).toBe(true)
    await till.push(...Array.from({ length: 5 }, () => queued(addItem, { id: freshId() })))
    expect(await office.pull()).toBeUndefined()
    await platform.transaction((tx) => appendBoot(tx, catalog))
    await till.push(...Array.from({ length: 5 }, () => queued(addItem, { id: freshId() })))
    expect(await office.pull()).toBe('drifted')
  })

  it('make a client start afresh if the database does not know its newest acknowledged command', async () => {
    const platform = await openShop(open)
    const catalog = makeCatalog(collections, testCommands, tables)
    const till = new TestClient(platform, admin)
    await till.start()
    const [kept, lost] = [queued(addItem, { id: freshId() }), queued(addItem, { id: freshId() })]
    await till.push(kept)
    await till.pull()
    await platform.transaction((tx) => appendBoot(tx, catalog))
    expect(await till.pull()).toBeUndefined()
    await till.push(lost)
    await till.pull()
    await sql`delete from command_acks where command_id = ${lost.id}`.execute(platform.db)
    await sql`delete from command_log where id = ${lost.id}`.execute(platform.db)
    await platform.transaction((tx) => appendBoot(tx, catalog))
    expect(await till.pull()).toBe('lostFuture')
  })

  // the embedded database runs one transaction at a time, so no snapshot is taken during a boot there
  if (kind !== 'postgres') return

  it('delay pulls, so that no snapshot is taken in the middle of a boot', async () => {
    const platform = await openShop(open)
    const till = new TestClient(platform, admin)
    await till.start()
    const steps: string[] = []
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const boot = platform.transaction(async (tx) => {
      await sql`lock table boots in exclusive mode`.execute(tx)
      begin()
      await new Promise((resolve) => setTimeout(resolve, 150))
      steps.push('boot')
    })
    await begun
    const pulled = till.pull().then(() => steps.push('pull'))
    await Promise.all([boot, pulled])
    expect(steps).toEqual(['boot', 'pull'])
  })

  it('keep cursors valid while their clients pull and push across restarts', async () => {
    const platform = await openShop(open)
    const catalog = makeCatalog(collections, testCommands, tables)
    let booting = true
    const clients = Array.from({ length: 4 }, () => new TestClient(platform, admin))
    for (const client of clients) await client.start()
    const working = clients.map(async (client) => {
      while (booting) {
        await client.push(queued(addItem, { id: freshId() }))
        expect(await client.pull()).toBeUndefined()
      }
    })
    for (let turn = 0; turn < 25; turn++) {
      await platform.transaction((tx) => appendBoot(tx, catalog))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    booting = false
    await Promise.all(working)
    for (const client of clients) expect(await client.drifted()).toEqual([])
  })
})
