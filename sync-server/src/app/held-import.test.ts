import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { checkStock } from '../inventory/examine-stock.ts'
import { importRow, stageImport } from '../inventory/testing/staged-import.ts'
import { backUp } from '../platform/backup/back-up.ts'
import { checkBackup } from '../platform/backup/read-backup.ts'
import { restore } from '../platform/backup/restore.ts'
import { sql } from '../platform/database/sql.ts'
import { BUSY_MACHINE_MS, createPostgresDatabase, onPostgres, temporaryDir } from '../platform/testing/databases.ts'
import { freePort } from '../platform/testing/free-port.ts'
import { Child } from './testing/child.ts'
import { shopOfEarlier } from './testing/earlier-accounts.ts'
import { signUpProved } from './testing/proved.ts'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from './testing/shop.ts'
import { signedIn } from './testing/signed-in.ts'

const ROWS = 300
const NO_PICTURES = { where: { where: 'here' } as const, hold: async () => {}, letGo: async () => {}, async *all() {} }
const rowsOf = (name: string) =>
  Array.from({ length: ROWS }, (_, n) => importRow(n + 2, { itemName: `${name} ${n}`, barcode1: `b-${n}`, location: '' }))

const countsIn = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } =
    await client.query(`select (select count(*)::int from items) as items, (select count(*)::int from stock_movements) as moves,
    (select count(*)::int from audit_entries where action = 'inventory.import') as entries`)
  await client.end()
  return rows[0]
}

/** Holds up every import in the midst of its last transaction, after it has written its goods and before it writes their movements. */
async function holdUpImports(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table stock_movements in share mode')
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  onTestFinished(() => watcher.end())
  // not within the transaction, which would see the sessions as they were at its first look
  const waiting = async () =>
    (await watcher.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.length
  return {
    untilWaiting: (count: number) => expect.poll(waiting, { timeout: 60_000 }).toBe(count),
    letGo: () => client.query('rollback'),
  }
}

const commit = (ask: TestShop['ask'], token: string, id: string) => ask('POST', `/inventory/imports/${id}/commit`, {}, { token })

onPostgres('an import', (open) => {
  it('of a server that is killed in the last transaction leaves nothing, and imports everything when it is committed again', async () => {
    const url = await createPostgresDatabase()
    const environment = { DATABASE_URL: url, ...OPENED, HOST: '127.0.0.1', PORT: String(await freePort()) }
    const first = new Child(environment)
    const { ask, token } = await signedIn(first)
    const id = await stageImport(ask, token, { mode: 'skip' }, rowsOf('Teapot'))
    const { untilWaiting, letGo } = await holdUpImports(url)
    const answer = commit(ask, token, id).catch(() => 'cut off')
    await untilWaiting(1)
    first.kill('SIGKILL')
    await first.end()
    expect(await answer).toBe('cut off')
    await letGo()
    await untilWaiting(0)
    expect(await countsIn(url)).toEqual({ items: 0, moves: 0, entries: 0 })

    const second = new Child(environment)
    const again = await signedIn(second)
    expect((await commit(again.ask, again.token, id)).body).toMatchObject({ added: ROWS, updated: 0, skipped: 0 })
    expect(await countsIn(url)).toEqual({ items: ROWS, moves: ROWS, entries: 1 })
  })

  it('is one import on two servers of one database, and a later one finds its goods', async () => {
    const url = await createPostgresDatabase()
    const opened = () => open({ database: { kind: 'postgres', url, lockTimeoutMs: BUSY_MACHINE_MS } })
    const [one, two] = [await testShop(await opened(), OPENED), await testShop(await opened(), OPENED)]
    const token = await one.signIn(ADMIN_EMAIL)
    const id = await stageImport(one.ask, token, { mode: 'skip' }, rowsOf('Teapot'))
    const other = await stageImport(two.ask, token, { mode: 'update' }, rowsOf('Samovar'))
    const [a, b, c] = await Promise.all([commit(one.ask, token, id), commit(two.ask, token, id), commit(two.ask, token, other)])
    const outcomes = [a, b, c].map(({ status, body }) => [status, body.added, body.updated, body.skipped])
    expect(outcomes[1]).toEqual(outcomes[0])
    // the one that comes first adds the goods, and the other one updates or skips them
    expect([
      [
        [200, ROWS, 0, 0],
        [200, 0, ROWS, 0],
      ],
      [
        [200, 0, 0, ROWS],
        [200, ROWS, 0, 0],
      ],
    ]).toContainEqual([outcomes[0], outcomes[2]])
    expect(await checkStock(one.platform.db)).toEqual([])
    expect((await sql`select 1 from items`.execute(two.platform.db)).rows).toHaveLength(ROWS)
    expect((await sql`select 1 from item_texts`.execute(two.platform.db)).rows).toHaveLength(ROWS)
  })

  it('that is being applied is not cancelled: who asks waits, and learns that it is done', async () => {
    const url = await createPostgresDatabase()
    const shop = await testShop(await open({ database: { kind: 'postgres', url } }), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const id = await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf('Teapot'))
    const { untilWaiting, letGo } = await holdUpImports(url)
    const answer = commit(shop.ask, token, id)
    await untilWaiting(1)
    const cancelled = shop.ask('DELETE', `/inventory/imports/${id}`, undefined, { token })
    await untilWaiting(2)
    await letGo()
    expect((await answer).body).toMatchObject({ added: ROWS })
    expect(await cancelled).toMatchObject({ status: 409, body: { code: 'IMPORT_DONE' } })
  })

  it('that is being applied leaves no goods with an account that is migrated in that moment', async () => {
    const url = await createPostgresDatabase()
    const { shop, admin, addEarlier, migrate, freshEmail } = await shopOfEarlier(
      await open({ database: { kind: 'postgres', url, lockTimeoutMs: BUSY_MACHINE_MS } }),
    )
    const email = freshEmail()
    const earlier = await addEarlier(email)
    const { uid } = await signUpProved(shop, email)
    const id = await stageImport(shop.ask, admin.token, { mode: 'skip', consignorID: earlier }, rowsOf('Teapot'))
    const { untilWaiting, letGo } = await holdUpImports(url)
    const answer = commit(shop.ask, admin.token, id)
    await untilWaiting(1)
    const migrated = migrate(uid)
    await Promise.race([migrated, untilWaiting(2)])
    await letGo()
    expect((await answer).body).toMatchObject({ added: ROWS })
    expect(await migrated).toBe('Migration completed')
    const owners = shop.platform.db.selectFrom('items').select('consignor_id').distinct()
    expect(await owners.execute()).toEqual([{ consignor_id: uid }])
  })

  it('is wholly absent from a backup that is taken in its last transaction, and can be committed after the restore', async () => {
    const [url, restoredUrl] = [await createPostgresDatabase(), await createPostgresDatabase()]
    const shop = await testShop(await open({ database: { kind: 'postgres', url, lockTimeoutMs: BUSY_MACHINE_MS } }), OPENED)
    const token = await shop.signIn(ADMIN_EMAIL)
    const id = await stageImport(shop.ask, token, { mode: 'skip' }, rowsOf('Teapot'))
    const { untilWaiting, letGo } = await holdUpImports(url)
    const answer = commit(shop.ask, token, id)
    await untilWaiting(1)
    const file = join(await temporaryDir(), 'shop.backup')
    const quietly = { nowMs: Date.now(), progress: () => undefined }
    await backUp({ kind: 'postgres', url }, NO_PICTURES, file, { ...quietly, by: 'commandLine' })
    await untilWaiting(1)
    await letGo()
    expect((await answer).body).toMatchObject({ added: ROWS })

    const place = { kind: 'postgres', url: restoredUrl } as const
    await restore(place, file, await checkBackup(file), { ...quietly, replaces: false, keepPicture: async () => undefined })
    expect(await countsIn(restoredUrl)).toEqual({ items: 0, moves: 0, entries: 0 })
    const restored = await testShop(await open({ database: place }), OPENED)
    const again = await restored.signIn(ADMIN_EMAIL)
    expect((await commit(restored.ask, again, id)).body).toMatchObject({ added: ROWS, updated: 0, skipped: 0 })
    expect(await countsIn(restoredUrl)).toEqual({ items: ROWS, moves: ROWS, entries: 1 })
  })
})
