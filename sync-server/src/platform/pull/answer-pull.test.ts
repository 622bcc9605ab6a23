import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { itemsTable } from '../../inventory/tables.ts'
import { salesTable } from '../../sales/tables.ts'
import { insertRows, updateRows } from '../database/collection-table.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { alongIndexes } from '../database/planner.ts'
import { createLog } from '../kernel/log.ts'
import type { Platform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import {
  addItem,
  admin,
  assignItem,
  consignor,
  credit,
  freshId,
  itemOf,
  putUser,
  queued,
  removeItem,
  system,
  takeItem,
} from '../testing/commands.ts'
import { forEachDatabase } from '../testing/databases.ts'

/** Makes the expected result of a command that was done, with the server's seal. */
const done = (id: string): CommandResult => ({ id, status: 'done', seal: expect.any(String) as string })

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function itemsInDatabase(platform: Platform): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ id: string; item_name: string }>`select id, item_name from items`.execute(platform.db)
  return Object.fromEntries(rows.map(({ id, item_name }) => [id, item_name]))
}

const itemsOf = (client: TestClient) =>
  Object.fromEntries([...(client.rows.get('items')?.values() ?? [])].map(({ id, itemName }) => [id, itemName]))

forEachDatabase('pull', (open, kind) => {
  it('answers only what has changed, and the results of the client’s own commands', async () => {
    const platform = await openShop(open)
    const [till, office] = [new TestClient(platform, admin), new TestClient(platform, admin)]
    await office.start()
    // on PostgreSQL, pulls repeat changes while an older transaction is open in the cluster, even in another database
    const rest = async () => {
      await office.pull()
      const left = await platform.pull(admin, office.request())
      return left.kind === 'changes' ? { changes: left.changes, results: left.results } : left
    }
    await expect.poll(rest, { timeout: 30_000 }).toEqual({ changes: {}, results: [] })
    const id = freshId()
    const add = queued(addItem, { id, stock: 2 })
    await till.push(add)
    const answer = await platform.pull(admin, office.request())
    expect(answer).toMatchObject({
      kind: 'changes',
      more: false,
      results: [],
      changes: { items: { put: [{ id, stockCount: 2, itemName: 'Teapot' }], remove: [] } },
    })
    expect(Object.keys(answer.kind === 'changes' ? answer.changes : {})).toEqual(['items'])
    await till.start()
    await till.pull()
    expect(till.results).toEqual(new Map<string, CommandResult>([[add.id, done(add.id)]]))
    await expect.poll(rest, { timeout: 30_000 }).toEqual({ changes: {}, results: [] })
  })

  it('answers each result only to the clients that sent the command', async () => {
    const platform = await openShop(open)
    const [till, other] = [new TestClient(platform, admin), new TestClient(platform, admin)]
    const add = queued(addItem, { id: freshId() })
    await till.push(add)
    await other.start()
    await other.pull()
    expect(other.results.size).toBe(0)
    await other.push(add)
    await other.pull()
    expect(other.results.get(add.id)).toEqual(done(add.id))
  })

  it('brings many changes in pages while others write, and ends up to date', async () => {
    const platform = await openShop(open, { pullPageRows: 7 })
    const [till, office] = [new TestClient(platform, admin), new TestClient(platform, admin)]
    await office.start()
    const ids = Array.from({ length: 60 }, () => freshId())
    await till.push(...ids.map((id) => queued(addItem, { id, stock: 100 })))
    let turn = 0
    await office.pull(async () => {
      turn++
      const [id, gone] = [ids[(turn * 7) % 60], ids[(turn * 11) % 60]]
      if (turn < 12)
        await till.push(queued(takeItem, { id, quantity: 1 }), queued(removeItem, { id: gone }), queued(addItem, { id: freshId() }))
    })
    expect(turn).toBeGreaterThan(8)
    expect(await office.drifted()).toEqual([])
    expect(itemsOf(office)).toEqual(await itemsInDatabase(platform))
  })

  it('shows each viewer only their rows and fields, and removes rows that they may no longer see', async () => {
    const platform = await openShop(open)
    const [office, seller] = [new TestClient(platform, admin), new TestClient(platform, consignor)]
    const [mine, master] = [freshId(), freshId()]
    await office.push(queued(addItem, { id: mine, consignorId: consignor.uid }), queued(addItem, { id: master }))
    await platform.transaction((tx) =>
      insertRows(tx, salesTable, [
        { row: { ...saleOf(freshId()), consignorId: consignor.uid } as never, audience: ['admins', `user:${consignor.uid}`] },
        { row: { ...saleOf(freshId()), consignorId: 'someone-else' } as never, audience: ['admins', 'user:someone-else'] },
      ]),
    )
    await seller.start()
    await office.start()
    expect([...(seller.rows.get('items')?.keys() ?? [])]).toEqual([mine])
    expect([...(seller.rows.get('users')?.keys() ?? [])]).toEqual([consignor.uid])
    const [sale] = [...(seller.rows.get('sales')?.values() ?? [])]
    expect(seller.rows.get('sales')?.size).toBe(1)
    expect(sale).toMatchObject({ payoutCents: 50 })
    expect(sale).not.toHaveProperty('shopCents')
    expect(sale).not.toHaveProperty('byUid')
    expect([...(office.rows.get('sales')?.values() ?? [])][0]).toHaveProperty('shopCents')

    await office.push(queued(assignItem, { id: mine, consignorId: null }), queued(assignItem, { id: master, consignorId: consignor.uid }))
    await seller.pull()
    await office.pull()
    expect([...(seller.rows.get('items')?.keys() ?? [])]).toEqual([master])
    expect(office.rows.get('items')?.size).toBe(2)
    await office.push(queued(assignItem, { id: mine, consignorId: consignor.uid }))
    await office.push(queued(removeItem, { id: master }))
    await seller.pull()
    await office.pull()
    expect([...(seller.rows.get('items')?.keys() ?? [])]).toEqual([mine])
    expect([await seller.drifted(), await office.drifted()]).toEqual([[], []])
  })

  it('detects by sums that a client’s rows differ', async () => {
    const platform = await openShop(open)
    const office = new TestClient(platform, admin)
    await office.push(queued(addItem, { id: freshId() }), queued(credit, { uid: 'c', amountCents: 5 }))
    await office.start()
    expect(await office.drifted()).toEqual([])
    office.rows.get(balances.name)?.clear()
    expect(await office.drifted()).toEqual(['balances'])
    await platform.pull(admin, office.request({ drifted: ['balances', 'no such thing'] }))
    expect(await platform.metrics.registry.getSingleMetricAsString('shop_drifted_total')).toContain('collection="balances"} 1')
  })

  it('demands a fresh start for a cursor that is foreign, changed, too old or of another role, and refuses an unknown protocol', async () => {
    let now = Date.now()
    const platform = await openShop(open, { nowMs: () => now })
    const [office, seller] = [new TestClient(platform, admin), new TestClient(platform, consignor)]
    const stranger = new TestClient(await openShop(open), admin)
    for (const client of [office, seller, stranger]) await client.start()
    const ask = async (cursor: string, actor = admin) => {
      const answer = await platform.pull(actor, { ...office.request(), cursor })
      return answer.kind === 'startAfresh' ? answer.reason : 'none'
    }
    const [body, signature] = office.cursor.split('.') as [string, string]
    const forged = Buffer.from(
      Buffer.from(body, 'base64url')
        .toString()
        .replace(/"xmin":\d+/, '"xmin":3'),
    ).toString('base64url')
    expect(await ask('')).toBe('foreign')
    expect(await ask(`${body}.`)).toBe('foreign')
    expect(await ask(`${forged}.${signature}`)).toBe('foreign')
    expect(await ask(stranger.cursor)).toBe('foreign')
    expect(await ask(seller.cursor)).toBe('roleChanged')
    expect(await ask(office.cursor)).toBe('none')
    now += 401 * 86_400_000
    expect(await ask(office.cursor)).toBe('expired')
    await expect(platform.pull(admin, { ...office.request(), protocol: 999 })).rejects.toMatchObject({
      code: 'PROTOCOL_UNSUPPORTED',
      status: 409,
    })
    now -= 401 * 86_400_000
    await platform.runCommand(system, putUser, { id: admin.uid, role: 'user' })
    expect(await ask(office.cursor)).toBe('roleChanged')
  })

  it('reads blocks in proportion to the changes, and not to the rows', async () => {
    const platform = await openShop(open)
    // a vacuum reads blocks too
    await sql`alter table items set (autovacuum_enabled = false)`.execute(platform.db)
    const office = new TestClient(platform, admin)
    const rows = Array.from({ length: 20_000 }, () => ({ row: itemOf(freshId()), audience: ['admins'] }))
    for (let at = 0; at < rows.length; at += 5_000)
      await platform.transaction((tx) => insertRows(tx, itemsTable, rows.slice(at, at + 5_000)))
    await office.start()
    expect(office.rows.get('items')?.size).toBe(20_000)
    await office.pull()
    await office.push(queued(addItem, { id: freshId() }))
    await platform.pull(admin, office.request())
    const before = await blocksRead(platform)
    const answer = await platform.pull(admin, office.request())
    expect(answer).toMatchObject({ changes: { items: { put: [{}] } } })
    // the table has hundreds of blocks, so a scan of it or of a whole index would exceed the limit
    if (kind === 'postgres') expect((await blocksRead(platform)) - before).toBeLessThan(100)
    const plan = await sql<{
      'QUERY PLAN': string
    }>`explain select id from items where changed_xid >= '1000000'::xid8 order by changed_xid, id limit 10`.execute(platform.db)
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('items_changed_xid')
  })

  it('brings many results in pages, each result once, even when all are asked for again', async () => {
    const platform = await openShop(open, { pullPageRows: 3 })
    const till = new TestClient(platform, admin)
    await till.start()
    const [rows, refusals] = [
      Array.from({ length: 4 }, () => freshId()),
      Array.from({ length: 10 }, () => queued(takeItem, { id: freshId(), quantity: 1 })),
    ]
    const commands = [...rows.map((id) => queued(addItem, { id })), ...refusals]
    // some commands in one transaction, the others in several
    await till.push(...commands.slice(0, 9))
    for (const command of commands.slice(9)) await till.push(command)
    const readAll = async () => {
      const pages: string[][] = []
      for (let page: string | undefined; ; ) {
        const answer = await platform.pull(admin, till.request({ everyResult: true, ...(page ? { page } : {}) }))
        if (answer.kind === 'startAfresh') throw new Error(answer.reason)
        pages.push(answer.results.map(({ id }) => id))
        if (!answer.more) return pages
        page = answer.page
      }
    }
    const ids = commands.map(({ id }) => id).sort()
    // on PostgreSQL, an older transaction in the cluster holds results back for a moment
    await expect.poll(async () => (await readAll()).flat().sort(), { timeout: 30_000 }).toEqual(ids)
    const pages = await readAll()
    expect(Math.max(...pages.map((page) => page.length))).toBe(3)
    await till.pull()
    expect([...till.results.keys()].sort()).toEqual(ids)
    expect(Object.keys(itemsOf(till)).sort()).toEqual([...rows].sort())
  })

  it('logs a collection with differing rows once, and only for a cursor of this shop', async () => {
    const lines: string[] = []
    const platform = await openShop(open, { log: createLog('warn', { write: (line: string) => void lines.push(line) }) })
    const office = new TestClient(platform, admin)
    await office.start()
    const told = () => lines.filter((line) => line.includes('rows of a client differ'))
    const drifted = [...Array(40).fill('items'), 'balances', 'no such']
    await platform.pull(admin, office.request({ cursor: 'x', drifted }))
    expect(told()).toEqual([])
    await platform.pull(admin, office.request({ drifted }))
    expect(told().map((line) => JSON.parse(line).collections)).toEqual([['items', 'balances']])
  })

  it('is planned once for each connection, along the indexes, and does not change the planner’s settings', async () => {
    const platform = await openShop(open)
    const office = new TestClient(platform, admin)
    await office.start()
    for (let nth = 0; nth < 5; nth++) {
      await office.push(queued(addItem, { id: freshId() }))
      await office.pull()
    }
    expect(office.rows.get('items')?.size).toBe(5)
    // user ids may contain quotes and backslashes
    await new TestClient(platform, { ...consignor, uid: "o'neil\\" }).start()
    const plansOf = async (connection: Db | Tx) => {
      const { rows } = await sql<{ name: string; generic: number; custom: number; mode: string }>`
        select name, generic_plans::int as generic, custom_plans::int as custom, current_setting('plan_cache_mode') as mode
        from pg_prepared_statements where name like 'shop_%' order by generic_plans desc`.execute(connection)
      return rows[0]
    }
    const nextPlans = () => office.pull().then(() => plansOf(platform.db))
    // PostgreSQL chooses by itself after five uses by one connection, and the pulls share several connections
    await expect
      .poll(nextPlans, { timeout: 30_000 })
      .toMatchObject({ generic: expect.toSatisfy((uses: number) => uses > 5), custom: 0, mode: 'auto' })
    const many = Array.from({ length: 3_000 }, () => ({ row: itemOf(freshId()), audience: ['admins'] }))
    // `platform.db` is the pool of the pulls, whose connections have the prepared statement
    const plan = await inTransaction(platform.db, async (tx) => {
      await insertRows(tx, itemsTable, many)
      await sql`insert into removals (collection, row_id, audience)
        select collection, n::text, 'admins' from unnest(array['items', 'carts']) collection, generate_series(1, 3000) n`.execute(tx)
      for (const table of ['items', 'removals']) await sql`analyze ${sql.table(table)}`.execute(tx)
      await alongIndexes(tx, true)
      await sql`set local plan_cache_mode = 'force_generic_plan'`.execute(tx)
      return sql<{
        'QUERY PLAN': string
      }>`explain (costs off) execute ${sql.raw((await plansOf(tx))?.name ?? '')} ('1', array['admins'])`.execute(tx)
    })
    const lines = plan.rows.map((row) => row['QUERY PLAN'])
    expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
    expect(lines.filter((line) => /Hash|Merge Anti|Nested/.test(line))).toEqual([])
    // the query uses `items_pkey` to check if the row of a tombstone is still visible
    const used = lines.flatMap((line) => /using (\S+) on (?:items|removals)\b/.exec(line)?.[1] ?? [])
    expect(new Set(used)).toEqual(new Set(['items_changed_xid', 'removals_changed_xid', 'items_pkey']))
  })
})

/** Makes the test fail if a client learns that its command is done before it has that command's row. Answers a map of commands to rows, which the
 *  test fills. */
function watchAcknowledgements(client: TestClient): Map<string, string> {
  const rows = new Map<string, string>()
  client.onSwitch = () => {
    for (const [command, row] of rows) if (client.results.has(command)) expect(client.row('items', row), `row of ${command}`).toBeDefined()
  }
  return rows
}

/** Reads the number of blocks of the table `items` and its indexes that were read so far. */
async function blocksRead(platform: Platform): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(platform.db)
  await later(50)
  const { rows } = await sql<{ blocks: number }>`select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit as blocks
    from pg_statio_user_tables where relname = 'items'`.execute(platform.db)
  return rows[0]?.blocks ?? 0
}

const saleOf = (id: string) => ({
  id,
  kind: 'record',
  posSaleId: null,
  displayId: 'x',
  itemId: null,
  itemName: 'Teapot',
  barcode1: '1',
  imageUrl: '',
  consignorId: null,
  soldQuantity: 1,
  salePriceCents: 100,
  shippingCostCents: 0,
  taxCents: 0,
  consignorPercentage: 50,
  payoutCents: 50,
  shopCents: 50,
  soldAtMs: 1,
  byUid: 'admin-1',
  voidedAtMs: null,
})

describe('pulls beside late commits', () => {
  forEachDatabase('late commits', (open, kind) => {
    // the embedded database runs one transaction at a time, so no transaction commits late there
    const runs = kind === 'postgres' ? 4 : 1
    const writers = kind === 'postgres' ? 6 : 2
    it('skip no row', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat({ max: 12 }), { minLength: 60, maxLength: 60 }),
          fc.integer({ min: 2, max: 9 }),
          async (pauses, pageRows) => {
            const platform = await openShop(open, { pullPageRows: pageRows })
            const clients = [new TestClient(platform, admin), new TestClient(platform, admin)]
            for (const client of clients) await client.start()
            const shared = Array.from({ length: 5 }, () => freshId())
            const pushed = new Map(clients.map((client) => [client, watchAcknowledgements(client)]))
            await clients[0]?.push(...shared.map((id) => queued(addItem, { id })))
            let writing = true
            const write = async (writer: number) => {
              for (let turn = 0; turn < 10; turn++) {
                const [before, after] = [pauses[(writer * 10 + turn) % 60] ?? 0, pauses[(writer * 7 + turn * 3) % 60] ?? 0]
                await platform.transaction(async (tx) => {
                  await insertRows(tx, itemsTable, [{ row: itemOf(freshId(), { itemName: `${writer}.${turn}` }), audience: ['admins'] }])
                  await later(before)
                  const id = shared[(writer + turn) % 5] as string
                  await sql`select id from items where id = ${id} for update`.execute(tx)
                  await later(after)
                  await updateRows(tx, itemsTable, [{ row: itemOf(id, { itemName: `${writer}.${turn}` }), audience: ['admins'] }])
                })
              }
            }
            const reading = clients.map(async (client) => {
              while (writing) {
                await client.pull()
                const row = freshId()
                const add = queued(addItem, { id: row })
                pushed.get(client)?.set(add.id, row)
                await client.push(add)
              }
            })
            await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
            writing = false
            await Promise.all(reading)
            for (const client of clients) {
              expect(await client.drifted()).toEqual([])
              expect(itemsOf(client)).toEqual(await itemsInDatabase(platform))
              for (const id of pushed.get(client)?.keys() ?? []) expect(client.results.get(id)).toEqual(done(id))
            }
            await platform.close()
          },
        ),
        { numRuns: runs },
      )
    }, 120_000)
  })
})
