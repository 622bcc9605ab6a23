import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { PullResponse, StartHeader } from '@shop/shared/kernel/wire.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { shopOfEarlier } from '../app/testing/earlier-accounts.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { queuedSale } from '../app/testing/till-sales.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { BUSY_MACHINE_MS, createPostgresDatabase, forEachDatabase, onPostgres } from '../platform/testing/databases.ts'
import { checkStock } from './examine-stock.ts'
import { importRow, stageImport } from './testing/staged-import.ts'

const barcodeOf = (n: number) => String(n * 7_919).padStart(12, '0')
const rowOf = (n: number, name: string, quantity: number) =>
  importRow(n + 2, { itemName: `${name} no. ${n}.`, barcode1: barcodeOf(n), location: '' }, quantity)
const rowsOf = (count: number, name: string, quantity: number) => Array.from({ length: count }, (_, n) => rowOf(n, name, quantity))

const commit = (shop: TestShop, token: string, id: string) => shop.ask('POST', `/inventory/imports/${id}/commit`, {}, { token })

/** Begins a commit, and resolves when its first part is staged. */
async function begun(shop: TestShop, token: string, id: string) {
  const state = { isOver: false }
  const answer = commit(shop, token, id).finally(() => {
    state.isOver = true
  })
  const isStaged = async () =>
    (await sql`select 1 from item_texts where run_id in (select id from item_text_runs) limit 1`.execute(shop.platform.db)).rows.length
  await expect.poll(isStaged, { timeout: 60_000, interval: 1 }).toBe(1)
  return { state, answer }
}

const oneRow = async <Row>(shop: TestShop, query: ReturnType<typeof sql<Row>>): Promise<Row> =>
  (await query.execute(shop.platform.db)).rows[0] as Row

/** Counts items, and search texts that are wrong, missing, needless or of no finished import. */
const textsOf = (shop: TestShop) =>
  oneRow(
    shop,
    sql<{ items: number; texts: number; wrong: number; runs: number }>`select (select count(*)::int from items) as items,
      (select count(*)::int from item_texts) as texts, (select count(*)::int from item_text_runs) as runs,
      (select count(*)::int from items i where not exists (select 1 from item_texts t where t.id = i.id and t.search_text
        = item_search_text(i.item_name, i.listing_title, i.barcode1, i.barcode2, i.location))) as wrong`,
  )

const itemsWith = async (shop: TestShop, barcode: string) =>
  (
    await sql<{
      name: string
      stock: number
    }>`select item_name as name, stock_count as stock from items where barcode1 = ${barcode}`.execute(shop.platform.db)
  ).rows

const search = async (shop: TestShop, token: string, words: string): Promise<number> => {
  const { status, body } = await shop.ask('GET', `/inventory/search?limit=10&searchTerm=${encodeURIComponent(words)}`, undefined, { token })
  expect(status).toBe(200)
  return body.items.length
}

/** A device that counts the items named Samovar in each pull. Others may come twice (law *Cursor*), because an open transaction holds cursors back,
 *  even one of another database. */
async function pulling(shop: TestShop, token: string): Promise<() => Promise<number>> {
  const device = { clientId: freshId(), protocol: PROTOCOL_VERSION }
  const headers = { authorization: `Bearer ${token}` }
  const started = await shop.server.fetch(new Request(`http://localhost/api/sync/start?protocol=${PROTOCOL_VERSION}`, { headers }))
  let { cursor } = JSON.parse((await started.text()).split('\n')[0] as string) as StartHeader
  return async () => {
    let count = 0
    for (let page: string | undefined; ; ) {
      const { body } = await shop.ask('POST', '/sync/pull', { ...device, cursor, ...(page && { page }) }, { token })
      const answer = body as Extract<PullResponse, { kind: 'changes' }>
      expect(answer.kind).toBe('changes')
      count += answer.changes.items?.put.filter(({ itemName }) => String(itemName).startsWith('Samovar')).length ?? 0
      page = answer.page
      if (answer.more) continue
      cursor = answer.cursor
      return count
    }
  }
}

forEachDatabase('an import', (open) => {
  it('shows none of its rows to devices and searches before all of them', async () => {
    const count = 1_500
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    await commit(shop, token, await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(count / 2, 'Teapot', 1)))
    const pull = await pulling(shop, token)
    await pull()
    // the last line gives an item of the first part its old name back
    const rows = [...rowsOf(count, 'Samovar', 1), rowOf(1, 'Teapot', 1)]
    const { state, answer } = await begun(shop, token, await stageImport(shop.ask, token, { mode: 'update' }, rows))
    let looks = 0
    let came = 0
    while (came === 0) {
      const hits = await search(shop, token, 'samovar')
      const oldHits = await search(shop, token, 'teapot')
      const isOver = state.isOver
      came = await pull()
      if (came === 0 && !isOver) {
        expect([hits, oldHits]).toEqual([0, 10])
        looks++
      }
    }
    expect(came).toBe(count - 1)
    expect(looks).toBeGreaterThan(0)
    expect((await answer).body).toMatchObject({ added: count / 2, updated: count / 2 + 1, skipped: 0 })
    expect(await Promise.all(['samovar', 'teapot'].map((words) => search(shop, token, words)))).toEqual([10, 1])
    expect(await textsOf(shop)).toEqual({ items: count, texts: count, wrong: 0, runs: 0 })
  })

  it('takes over what others sell, delete, add and rename meanwhile', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const old = rowsOf(800, 'Teapot', 10)
    await commit(shop, token, await stageImport(shop.ask, token, { mode: 'skip' }, old))
    const [sold, deleted, renamed] = old.map(({ id }) => id) as [string, string, string]
    const { state, answer } = await begun(shop, token, await stageImport(shop.ask, token, { mode: 'update' }, rowsOf(1_200, 'Samovar', 5)))

    const sale = queuedSale([{ id: sold, name: 'Teapot', consignorId: null, priceCents: 100 }], freshId())
    const pushed = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [sale] }, { token })
    expect(pushed.body.results).toMatchObject([{ status: 'done' }])
    expect((await shop.ask('DELETE', `/inventory/master/${deleted}`, undefined, { token })).status).toBe(200)
    const added = { itemName: 'Mine', barcode1: barcodeOf(1_100), quantity: 3 }
    expect((await shop.ask('POST', '/inventory/master', added, { token })).status).toBe(200)
    expect((await shop.ask('PUT', `/inventory/master/${renamed}`, { listingTitle: 'Heirloom' }, { token })).status).toBe(200)
    expect(state.isOver).toBe(false)

    expect((await answer).body).toMatchObject({ added: 400, updated: 800, skipped: 0 })
    expect(await itemsWith(shop, barcodeOf(0))).toEqual([{ name: 'Samovar no. 0.', stock: 14 }])
    expect(await itemsWith(shop, barcodeOf(1))).toEqual([{ name: 'Samovar no. 1.', stock: 5 }])
    expect(await itemsWith(shop, barcodeOf(1_100))).toEqual([{ name: 'Samovar no. 1100.', stock: 8 }])
    expect(await itemsWith(shop, barcodeOf(700))).toEqual([{ name: 'Samovar no. 700.', stock: 15 }])
    expect(await checkStock(shop.platform.db)).toEqual([])
    expect(await textsOf(shop)).toEqual({ items: 1_200, texts: 1_200, wrong: 0, runs: 0 })
    expect(await search(shop, token, 'heirloom')).toBe(1)
    const { rows } = await sql`select after from audit_entries where action = 'inventory.import' order by at_ms desc limit 1`.execute(
      shop.platform.db,
    )
    expect(rows).toMatchObject([{ after: { added: 400, updated: 800, skipped: 0 } }])
  })

  it('is undone when it was taken for dead, and imports whole when it is committed again', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const id = await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(2_000, 'Teapot', 1))
    const { state, answer } = await begun(shop, token, id)
    await sql`update item_text_runs set at = to_timestamp(0)`.execute(shop.platform.db)
    expect(state.isOver).toBe(false)
    expect((await answer).status).toBe(503)
    expect(await textsOf(shop)).toEqual({ items: 0, texts: 0, wrong: 0, runs: 0 })
    expect((await commit(shop, token, id)).body).toMatchObject({ added: 2_000 })
    expect(await textsOf(shop)).toEqual({ items: 2_000, texts: 2_000, wrong: 0, runs: 0 })
  })

  it('removes the search texts of an import that was killed, but not those of one under way', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    await commit(shop, token, await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(3, 'Teapot', 1)))
    for (const [run, seconds] of [
      ['killed', 61],
      ['alive', 30],
    ] as const) {
      await sql`insert into item_text_runs (id, at) values (${run}, now() - make_interval(secs => ${seconds}::double precision))`.execute(
        shop.platform.db,
      )
      await sql`insert into item_texts (id, run_id, search_text) select id, ${run}, 'rest' from items`.execute(shop.platform.db)
    }
    await commit(shop, token, await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(4, 'Teapot', 1)))
    const { rows } =
      await sql`select run_id as run, count(*)::int as texts from item_texts where search_text = 'rest' group by run_id`.execute(
        shop.platform.db,
      )
    expect(rows).toEqual([{ run: 'alive', texts: 3 }])
    expect(await search(shop, token, 'teapot')).toBe(4)
  })

  it('is refused under the id of another command, with its rows kept', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const id = await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(3, 'Teapot', 1))
    const texts = { itemName: 'First', barcode1: 'first' }
    const add = { id, name: 'inventory.addMaster', version: 1, args: { id: freshId(), texts, quantity: 1 }, at: Date.now() }
    await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: [add] }, { token })
    expect(await commit(shop, token, id)).toMatchObject({ status: 409, body: { code: 'ID_REUSED' } })
    const { rows } = await sql`select 1 from import_chunks where import_id = ${id}`.execute(shop.platform.db)
    expect(rows.length).toBeGreaterThan(0)
  })

  it('is not found when it was cancelled while it was computed, and changes nothing', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const id = await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(2_000, 'Teapot', 1))
    const { answer } = await begun(shop, token, id)
    expect((await shop.ask('DELETE', `/inventory/imports/${id}`, undefined, { token })).status).toBe(200)
    expect(await answer).toMatchObject({ status: 404, body: { code: 'IMPORT_NOT_FOUND' } })
    expect(await textsOf(shop)).toEqual({ items: 0, texts: 0, wrong: 0, runs: 0 })
  })

  it('is cancelled only by the admin who began it; another one learns that it goes on, or is done', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const other = await shop.signUp('other@example.org')
    await shop.platform.db.updateTable('users').set({ role: 'admin' }).where('id', '=', other.uid).execute()
    const cancel = (id: string, by: string) => shop.ask('DELETE', `/inventory/imports/${id}`, undefined, { token: by })
    const id = await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(1_500, 'Teapot', 1))
    const refused = { status: 409, body: { code: 'IMPORT_OF_OTHER' } }
    expect(await cancel(id, other.token)).toMatchObject(refused)
    const { state, answer } = await begun(shop, token, id)
    const meanwhile = await cancel(id, other.token)
    expect(state.isOver).toBe(false)
    expect(meanwhile).toMatchObject(refused)
    expect((await answer).body).toMatchObject({ added: 1_500 })
    expect(await cancel(id, other.token)).toMatchObject({ status: 409, body: { code: 'IMPORT_DONE' } })
    const second = await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(3, 'Teapot', 1))
    // a cancelled import is nobody's, and a repeated request learns the same
    for (const by of [token, token, other.token]) expect((await cancel(second, by)).status).toBe(200)
    expect(await commit(shop, token, second)).toMatchObject({ status: 404, body: { code: 'IMPORT_NOT_FOUND' } })
  })

  it('waits for another import, and finds its items', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const ids = [
      await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(600, 'Teapot', 1)),
      await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf(600, 'Teapot', 1)),
    ]
    const answers = await Promise.all(ids.map((id) => commit(shop, token, id)))
    // either of two requests may come first
    expect(answers.map(({ status, body }) => [status, body.added, body.skipped]).sort()).toEqual([
      [200, 0, 600],
      [200, 600, 0],
    ])
  })

  it('imports nothing for a consignor who is erased meanwhile', async () => {
    const shop = await testShop(await open(), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const consignor = await shop.signUp('zelda@example.org')
    const plan = { mode: 'skip', consignorID: consignor.uid } as const
    const { answer } = await begun(shop, token, await stageImport(shop.ask, token, plan, rowsOf(1_500, 'Teapot', 1)))
    const erased = await shop.ask('POST', `/auth/users/${consignor.uid}/erase`, { name: 'zelda' }, { token: consignor.token })
    expect(erased.status).toBe(200)
    expect(await answer).toMatchObject({ status: 404, body: { code: 'CONSIGNOR_NOT_FOUND' } })
    expect(await textsOf(shop)).toEqual({ items: 0, texts: 0, wrong: 0, runs: 0 })
  })

  it('brings its goods to the account to which the consignor’s is migrated meanwhile', async () => {
    const { shop, admin, addEarlier, migrate, freshEmail } = await shopOfEarlier(await open())
    const email = freshEmail()
    const earlier = await addEarlier(email)
    const { uid } = await signUpProved(shop, email)
    const plan = { mode: 'update', consignorID: earlier } as const
    const [before, during, after] = [rowsOf(3, 'Teapot', 1), rowsOf(1_500, 'Teapot', 1), rowsOf(4, 'Teapot', 1)]
    await commit(shop, admin.token, await stageImport(shop.ask, admin.token, plan, before))
    const { state, answer } = await begun(shop, admin.token, await stageImport(shop.ask, admin.token, plan, during))
    await migrate(uid)
    expect(state.isOver).toBe(false)
    expect(await answer).toMatchObject({ status: 200, body: { added: 1_497, updated: 3 } })
    // an import that names the earlier account afterwards finds these goods too
    const late = await commit(shop, admin.token, await stageImport(shop.ask, admin.token, plan, after))
    expect(late.body).toMatchObject({ added: 0, updated: 4 })
    const owned = shop.platform.db.selectFrom('items').select(['consignor_id', 'stock_count'])
    const owners = await owned
      .where('barcode1', 'in', [barcodeOf(0), barcodeOf(1_499)])
      .orderBy('stock_count')
      .execute()
    expect(owners).toEqual([
      { consignor_id: uid, stock_count: 1 },
      { consignor_id: uid, stock_count: 3 },
    ])
    expect(await checkStock(shop.platform.db)).toEqual([])
    expect(await textsOf(shop)).toEqual({ items: 1_500, texts: 1_500, wrong: 0, runs: 0 })
  })
})

onPostgres('an import that meets a till', (open) => {
  it('locks the rows of parts that run again in one order with all others, so that neither fails', async () => {
    const url = await createPostgresDatabase()
    const shop = await testShop(await open({ database: { kind: 'postgres', url, lockTimeoutMs: BUSY_MACHINE_MS } }), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const consignor = await shop.signUp('zelda@example.org')
    const add = async (path: string, more: object): Promise<string> =>
      (await shop.ask('POST', `/inventory/${path}`, { itemName: 'Urn', quantity: 1, ...more }, { token })).body.id
    // the import looks at the consignor's item, because it has the barcode of a row, and replaces the other one
    const looked = await add('consignor', { consignorID: consignor.uid, barcode1: barcodeOf(1) })
    const replaced = await add('master', { barcode1: barcodeOf(2) })
    expect(looked < replaced).toBe(true)
    const { state, answer } = await begun(shop, token, await stageImport(shop.ask, token, { mode: 'update' }, rowsOf(1_500, 'Samovar', 1)))

    const till = new pg.Client({ connectionString: url })
    await till.connect()
    onTestFinished(() => till.end())
    const lock = (id: string) => till.query('select id from items where id = $1 for update', [id])
    await till.query('begin')
    await lock(looked)
    expect((await shop.ask('PUT', `/inventory/master/${replaced}`, { listingTitle: 'Heirloom' }, { token })).status).toBe(200)
    expect(state.isOver).toBe(false)
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waits.execute(shop.platform.db)).rows.length, { timeout: 60_000 }).toBe(1)
    await lock(replaced)
    await till.query('commit')
    expect((await answer).body).toMatchObject({ added: 1_499, updated: 1 })
    expect((await shop.platform.metrics.batchRepeats.get()).values[0]?.value ?? 0).toBe(0)
  })
})
