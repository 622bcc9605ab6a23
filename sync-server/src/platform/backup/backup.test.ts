import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { tables } from '../../app/tables.ts'
import { finishSwitch } from '../database/data-dir-switch.ts'
import type { DatabaseLocation, Db } from '../database/database.ts'
import { silentLog } from '../kernel/log.ts'
import { openPlatform } from '../platform.ts'
import { openShop, TestClient } from '../testing/client.ts'
import { addItem, admin, credit, freshId, queued, testCommands } from '../testing/commands.ts'
import { createPostgresDatabase, onPostgres, temporaryDir } from '../testing/databases.ts'
import { fillDataDir } from '../testing/fresh-pglite.ts'
import { backUp } from './back-up.ts'
import { tablesOf } from './dump-database.ts'
import { checkBackup } from './read-backup.ts'
import { type RestoreOptions, restore } from './restore.ts'

type Kind = DatabaseLocation['kind']

async function emptyPlace(kind: Kind): Promise<DatabaseLocation> {
  return kind === 'postgres' ? { kind, url: await createPostgresDatabase() } : { kind, dataDir: join(await temporaryDir(), 'shop') }
}

const open = (database: DatabaseLocation) => openPlatform({ tables, commands: testCommands, log: silentLog, runJobs: false, database })

const PICTURE = { name: `${'ab'.repeat(32)}.jpg`, bytes: Buffer.from(Array.from({ length: 1_300_000 }, (_, at) => (at * 31) % 251)) }
const onePicture = {
  where: { where: 'here' } as const,
  hold: async () => {},
  letGo: async () => {},
  async *all() {
    yield PICTURE
  },
}
const quietly = { by: 'commandLine' as const, nowMs: 1_800_000_000_000, progress: () => undefined }
const restoring = (more: Partial<RestoreOptions> = {}): RestoreOptions => ({
  ...quietly,
  nowMs: Date.now(),
  replaces: false,
  keepPicture: async () => undefined,
  ...more,
})

const HOSTILE = ['', 'o\'clock \\ "quoted"', 'line\nbreak\ttab', '{a,b} NULL null', 'ǅ ﷽ 👩‍👩‍👧‍👦 \u202e rtl', '[1,2]', '%s $1 --']

/** Opens a shop with values that a backup could easily corrupt, and a client that has pulled all of them. */
async function busyShop(database: DatabaseLocation) {
  if (database.kind === 'pglite' && database.dataDir !== null) await fillDataDir(database.dataDir)
  const platform = await openShop(() => open(database))
  const till = new TestClient(platform, admin)
  await sql`insert into thumbnail_touches (link) values ('a'), ('b')`.execute(platform.db)
  const adding = HOSTILE.map((itemName) => queued(addItem, { id: freshId(), stock: 3, itemName, barcode1: itemName }))
  await till.push(...adding, queued(credit, { uid: 'consignor-1', amountCents: -1_234 }))
  await till.start()
  await till.pull()
  await sql`update jobs set payload = ${JSON.stringify({ deep: [1.5, null, { text: HOSTILE.join('') }] })}::jsonb, last_error = ${HOSTILE.join('\n')}
    where kind = 'platform.purge'`.execute(platform.db)
  return { platform, till }
}

/** Reads all rows of all tables in the database's spelling, without values that differ between two databases. */
async function contentsOf(db: Db): Promise<Record<string, string[]>> {
  return db.transaction().execute(async (tx) => {
    await sql`set local timezone = 'UTC'`.execute(tx)
    const contents: Record<string, string[]> = {}
    for (const { name, columns } of await tablesOf(tx)) {
      const kept = columns.filter((column) => !(name === 'cluster' && ['identity', 'restore_detected_at_ms'].includes(column)))
      const { rows } = await sql<{ row: string }>`select row(${sql.join(kept.map((column) => sql.ref(column)))})::text as row
        from ${sql.table(name)} order by 1`.execute(tx)
      // opening the embedded database adds a vacuum job
      contents[name] = rows.map(({ row }) => row).filter((row) => !row.includes('platform.vacuum'))
    }
    return contents
  })
}

describe.each(['pglite', 'postgres'] as const)('a backup of a shop that runs on %s', (kind) => {
  it('restores every row and picture on both kinds of database, and makes a device start afresh', { timeout: 300_000 }, async () => {
    const source = await emptyPlace(kind)
    const { platform, till } = await busyShop(source)
    const file = join(await temporaryDir(), 'shop.backup')
    const contents = await contentsOf(platform.db)
    const made = await backUp(source, onePicture, file, quietly)
    expect(made).toMatchObject({
      picturesCount: 1,
      header: { database: kind, tables: { items: HOSTILE.length }, pictures: { where: 'here' } },
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(contents.items).toHaveLength(HOSTILE.length)
    await platform.close()

    for (const to of ['pglite', 'postgres'] as const) {
      const place = await emptyPlace(to)
      const kept: { name: string; bytes: Buffer }[] = []
      const keepPicture = async (name: string, bytes: Buffer) => void kept.push({ name, bytes })
      const done = await restore(place, file, await checkBackup(file), restoring({ keepPicture }))
      expect(done).toMatchObject({ aside: null, leftOut: [], picturesCount: 1 })
      expect(kept[0]?.name).toBe(PICTURE.name)
      expect(kept[0]?.bytes.equals(PICTURE.bytes)).toBe(true)
      const restored = await open(place)
      expect(await contentsOf(restored.db)).toEqual(contents)
      // payouts are closed, and no old cursor is valid
      expect(await restored.restoreDetectedAtMs()).toBeGreaterThan(0)
      till.platform = restored
      expect(await till.pull()).toBe('lostFuture')
      await till.start()
      expect(await till.pull()).toBeUndefined()
      // triggers work again, so pull and search find a write
      const item = freshId()
      await new TestClient(restored, admin).push(queued(addItem, { id: item, itemName: 'after' }))
      await till.pull()
      expect(till.row('items', item)).toBeDefined()
      expect((await sql`select 1 from item_texts where id = ${item}`.execute(restored.db)).rows).toHaveLength(1)
      expect(await till.drifted()).toEqual([])
      await sql`insert into thumbnail_touches (link) values ('c')`.execute(restored.db)
      await restored.close()
    }
  })

  it('replaces a shop only on request, and keeps the replaced shop aside', { timeout: 300_000 }, async () => {
    const place = await emptyPlace(kind)
    const { platform } = await busyShop(place)
    const file = join(await temporaryDir(), 'shop.backup')
    await backUp(place, onePicture, file, quietly)
    const later = freshId()
    await new TestClient(platform, admin).push(queued(addItem, { id: later, itemName: 'later' }))
    const checked = await checkBackup(file)
    await expect(restore(place, file, checked, restoring({ replaces: true }))).rejects.toThrow(/^The shop is running/)
    await platform.close()
    await expect(restore(place, file, checked, restoring())).rejects.toThrow(/There is a shop in .* already/)

    // a restore that fails halfway changes nothing
    const keepPicture = () => Promise.reject(new Error('the disk is full'))
    await expect(restore(place, file, checked, restoring({ replaces: true, keepPicture }))).rejects.toThrow('the disk is full')
    const untouched = await open(place)
    expect((await sql`select 1 from items where id = ${later}`.execute(untouched.db)).rows).toHaveLength(1)
    await untouched.close()
    if (place.kind === 'pglite') expect((await readdir(place.dataDir ?? '')).sort()).toEqual(['pg'])

    const nowMs = Date.now()
    const { aside } = await restore(place, file, checked, restoring({ replaces: true, nowMs }))
    const again = await restore(place, file, checked, restoring({ replaces: true, nowMs }))
    expect(again.aside, 'a second restore within one second').toBe(`${aside}_2`)
    const restored = await open(place)
    expect((await sql`select 1 from items where id = ${later}`.execute(restored.db)).rows).toHaveLength(0)
    if (kind === 'postgres') {
      const { rows } = await sql`select 1 from ${sql.id(aside as string, 'items')} where id = ${later}`.execute(restored.db)
      expect(rows).toHaveLength(1)
    }
    await restored.close()
    if (kind === 'pglite') {
      const old = await open({ kind: 'pglite', dataDir: aside as string })
      expect((await sql`select 1 from items where id = ${later}`.execute(old.db)).rows).toHaveLength(1)
      await old.close()
    }
  })
})

describe('a server that is just being stopped', () => {
  it('delays a restore until its connections are gone', { timeout: 300_000 }, async () => {
    const source = await emptyPlace('postgres')
    const { platform } = await busyShop(source)
    await platform.close()
    const file = join(await temporaryDir(), 'shop.backup')
    await backUp(source, onePicture, file, quietly)
    const url = await createPostgresDatabase()
    const leaving = new pg.Client({ connectionString: url })
    await leaving.connect()
    const restored = restore({ kind: 'postgres', url }, file, await checkBackup(file), restoring())
    const looking = async () =>
      (
        await leaving.query(`select 1 from pg_stat_activity where datname = current_database() and query like '%pg_stat_activity%'
        and pid <> pg_backend_pid()`)
      ).rows.length > 0
    await Promise.race([expect.poll(looking, { timeout: 60_000 }).toBe(true), restored])
    await leaving.end()
    await expect(restored).resolves.toMatchObject({ aside: null })
  })
})

describe('a backup file', () => {
  it('that is invalid is refused with an explanation before anything changes', { timeout: 300_000 }, async () => {
    const dir = await temporaryDir()
    const source: DatabaseLocation = { kind: 'postgres', url: await createPostgresDatabase() }
    const { platform } = await busyShop(source)
    await platform.close()
    const good = join(dir, 'good.backup')
    await backUp(source, onePicture, good, quietly)
    const whole = readFileSync(good)
    const text = gunzipSync(whole).toString()
    const bad = (name: string, bytes: Buffer | string) => {
      writeFileSync(join(dir, name), bytes)
      return join(dir, name)
    }
    const problem = (path: string) =>
      checkBackup(path).then(
        () => 'none',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    const flipped = Buffer.from(whole)
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 0x10
    const packed = (changed: string) => gzipSync(changed)

    expect(await problem(join(dir, 'none'))).toMatch(/^BackupProblem: There is no file /)
    expect(await problem(bad('empty', ''))).toMatch(/is cut short/)
    expect(await problem(bad('text', 'id,name\n1,Teapot\n'))).toMatch(/is not a backup of a shop/)
    expect(await problem(bad('other.gz', packed('id,name\n1,Teapot\n')))).toMatch(/is not a backup of a shop/)
    for (const at of [whole.length >> 1, whole.length - 3, 40])
      expect(await problem(bad('cut', whole.subarray(0, at)))).toMatch(/is cut short/)
    expect(await problem(bad('flipped', flipped))).toMatch(/is damaged|is cut short/)
    expect(await problem(bad('edited', packed(text.replace('line\\nbreak', 'line break'))))).toMatch(/is damaged/)
    expect(await problem(bad('shortened', packed(text.slice(0, text.indexOf('\nend ') + 1))))).toMatch(/is cut short/)
    expect(await problem(bad('longer', packed(`${text}rows 1 [["x"]]\n`)))).toMatch(/is damaged/)
    expect(await problem(bad('newer', packed(text.replace('"format":1', '"format":2'))))).toMatch(/was made by a newer version/)
    expect(await problem(good)).toBe('none')

    const { header, ...rest } = await checkBackup(good)
    const place: DatabaseLocation = { kind: 'pglite', dataDir: join(dir, 'nowhere') }
    const madeBy = (migrations: string[]) => restore(place, good, { ...rest, header: { ...header, migrations } }, restoring())
    await expect(madeBy([...header.migrations, '9999-tomorrow'])).rejects.toThrow(/was made by a newer version/)
    await expect(madeBy(header.migrations.slice(1))).rejects.toThrow(/was made by another edition/)
    expect(await readdir(dir)).not.toContain('nowhere')
    await expect(backUp(source, onePicture, good, quietly)).rejects.toThrow(/exists already/)
    expect((await readdir(dir)).filter((name) => name.includes('half'))).toEqual([])
  })

  it('is not made from a database without a shop', async () => {
    const url = await createPostgresDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table orders (id integer)')
    await client.end()
    const file = join(await temporaryDir(), 'x.backup')
    const empty = backUp({ kind: 'postgres', url }, onePicture, file, quietly)
    await expect(empty).rejects.toThrow('There is no shop in this database yet.')
  })
})

describe('the folder of an embedded database', () => {
  const move = async (dir: string, present: readonly string[]) => {
    for (const name of present) {
      await mkdir(join(dir, name), { recursive: true })
      writeFileSync(join(dir, name, 'which'), name)
    }
    writeFileSync(join(dir, 'restore-to-finish.json'), JSON.stringify({ from: 'restoring-1', aside: 'aside' }))
    await finishSwitch(dir)
    expect((await readdir(dir)).filter((name) => name.startsWith('rest'))).toEqual([])
    return readFile(join(dir, 'pg', 'which'), 'utf8')
  }

  it('is the restored one as soon as the note about the restore is on the disk, even if the power fails during the switch', async () => {
    expect(await move(await temporaryDir(), ['pg', 'restoring-1/pg'])).toBe('restoring-1/pg')
    expect(await move(await temporaryDir(), ['aside/pg', 'restoring-1/pg'])).toBe('restoring-1/pg')
    expect(await move(await temporaryDir(), ['aside/pg', 'pg'])).toBe('pg')
  })

  it('is copied only for callers who know the password', { timeout: 300_000 }, async () => {
    const dataDir = join(await temporaryDir(), 'shop')
    const platform = await open({ kind: 'pglite', dataDir })
    const file = join(dataDir, 'backup-door.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { port, word } = JSON.parse(await readFile(file, 'utf8')) as { port: number; word: string }
    const copy = '/copy?by=commandLine&encrypted=no'
    const ask = (authorization: string, path = copy, method = 'POST') =>
      fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization } }).then(({ status }) => status)
    expect(await ask('')).toBe(401)
    expect(await ask('Bearer x')).toBe(401)
    expect(await ask(`Bearer ${word}`, copy, 'GET')).toBe(404)
    expect(await ask(`Bearer ${word}`, '/copy')).toBe(404)
    const both = await Promise.all([ask(`Bearer ${word}`), ask(`Bearer ${word}`)])
    expect(both.sort()).toEqual([200, 409])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('copy-'))).toHaveLength(1)
    await platform.close()
    expect(await readdir(dataDir)).not.toContain('backup-door.json')
  })
})

onPostgres('a backup made while a sale is under way', (openOn) => {
  it('invalidates, when restored, every cursor that saw the sale later', async () => {
    const url = await createPostgresDatabase()
    const database = { kind: 'postgres', url } as const
    const platform = await openShop(openOn, { database })
    const [till, office] = [new TestClient(platform, admin), new TestClient(platform, admin)]
    for (const client of [till, office]) {
      await client.start()
      await client.pull()
    }
    const holding = new pg.Client({ connectionString: url })
    await holding.connect()
    await holding.query('begin; lock table command_acks in share mode')
    const sale = queued(addItem, { id: freshId(), stock: 5 })
    const pushed = till.push(sale)
    const waiting = async () => {
      // within a transaction the activity stays as it was at the first look, unless the look is discarded
      await holding.query('select pg_stat_clear_snapshot()')
      return (await holding.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows
        .length
    }
    await expect.poll(waiting).toBe(1)
    const file = join(await temporaryDir(), 'shop.backup')
    await backUp(database, onePicture, file, quietly)
    await holding.end()
    expect(await pushed).toMatchObject([{ status: 'done' }])
    const itemId = (sale.args as { id: string }).id
    for (const client of [till, office]) {
      expect(await client.pull()).toBeUndefined()
      expect(client.row('items', itemId)).toBeDefined()
    }
    await platform.close()

    await restore(database, file, await checkBackup(file), restoring({ replaces: true }))
    const restored = await openOn({ commands: testCommands, database })
    for (const client of [till, office]) client.platform = restored
    for (const client of [till, office]) expect(await client.pull()).toBe('lostFuture')
    await office.start()
    expect(office.row('items', itemId)).toBeUndefined()
    expect(await till.replay(sale, sale)).toMatchObject([{ status: 'done' }, { status: 'done' }])
    await office.pull()
    expect(office.row('items', itemId)).toMatchObject({ stockCount: 5 })
    expect(await office.drifted()).toEqual([])
  })
})
