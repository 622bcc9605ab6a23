import { spawn, spawnSync } from 'node:child_process'
import fs, { symlinkSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { plainTables, syncedTables, tables } from '../../app/tables.ts'
import { migrations } from '../../migrations/list.ts'
import { silentLog } from '../kernel/log.ts'
import { createPostgresDatabase, forEachDatabase, temporaryDir } from '../testing/databases.ts'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'
import { openDatabase } from './database.ts'
import { FifoLock } from './fifo-lock.ts'
import { migrate } from './migrate.ts'

forEachDatabase('the database', (open, kind) => {
  it('reads int8 and numeric as numbers if the numbers are exact', async () => {
    const { db } = await open()
    const { rows } =
      await sql`select 5::int8 as a, '9007199254740991'::int8 as b, '9007199254740993'::int8 as c, 50.25::numeric(5,2) as d, -0.5::numeric as e,
      '12345678901234567890.5'::numeric as f, sum(x)::numeric as g, null::int8 as h from (values (1::int8), (2)) v(x)`.execute(db)
    expect(rows).toEqual([
      { a: 5, b: 9007199254740991, c: '9007199254740993', d: 50.25, e: -0.5, f: '12345678901234567890.5', g: 3, h: null },
    ])
  })

  it('honours isolation level and access mode', async () => {
    const platform = await open()
    const levelIn = (options?: Parameters<typeof platform.transaction>[1]) =>
      platform.transaction(
        async (tx) => (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx)).rows[0]?.level,
        options,
      )
    expect(await levelIn()).toBe('read committed')
    expect(await levelIn({ isolation: 'repeatable read' })).toBe('repeatable read')
    expect(await levelIn({ isolation: 'serializable', access: 'read only' })).toBe('serializable')
    await expect(platform.transaction((tx) => sql`delete from boots`.execute(tx), { access: 'read only' })).rejects.toMatchObject({
      code: '25006',
    })
  })

  it('refuses the outer handle inside a transaction, and accepts it afterwards', async () => {
    const platform = await open()
    await expect(platform.transaction(() => sql`select 1`.execute(platform.db))).rejects.toThrow('only its own handle')
    expect((await sql`select 1 as one`.execute(platform.db)).rows).toEqual([{ one: 1 }])
  })

  it('keeps concurrent transactions apart and counts affected rows', async () => {
    const platform = await open()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        platform
          .transaction(async (tx) => {
            await sql`insert into boots (id, xid) values (${`t${n}`}, '1'::xid8)`.execute(tx)
            await new Promise((resolve) => setImmediate(resolve))
            if (n % 2) throw new Error('rolled back')
          })
          .catch(() => {}),
      ),
    )
    const done = await sql`delete from boots where id like 't%'`.execute(platform.db)
    expect(done.numAffectedRows).toBe(10n)
  })

  it('has the table of every collection as it is declared', async () => {
    const { db } = await open()
    const { rows } = await sql<{ table_name: string; column_name: string; data_type: string; is_nullable: string }>`
      select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'`.execute(db)
    for (const table of tables) {
      const columns = new Map(rows.filter(({ table_name }) => table_name === table.name).map((row) => [row.column_name, row]))
      for (const [field, { column, type }] of table.columns) {
        expect(columns.get(column)?.data_type, `${table.name}.${column}`).toBe(type)
        const nullable = table.collection.schema.safeParse.length > 0 && isNullable(table.collection.schema, field)
        expect(columns.get(column)?.is_nullable, `${table.name}.${column}`).toBe(nullable ? 'YES' : 'NO')
      }
      expect(Object.keys((table.collection.schema as unknown as { shape: object }).shape).sort()).toEqual([...table.columns.keys()].sort())
      expect(columns.has('changed_xid'), table.name).toBe(table.collection.reach === 'synced')
      expect(
        syncedTables.some(({ name }) => name === table.name),
        table.name,
      ).toBe(table.collection.reach === 'synced')
    }
    const indexed = await sql<{ indexdef: string }>`select indexdef from pg_indexes where schemaname = 'public'`.execute(db)
    for (const { name, collection, columns } of tables)
      for (const field of collection.indexes)
        expect(
          indexed.rows.some(({ indexdef }) =>
            new RegExp(`ON public\\.${name} USING btree \\(${columns.get(field)?.column}[,)]`).test(indexdef),
          ),
          `${name}.${field}`,
        ).toBe(true)
  })

  it('has every other table as it is declared', async () => {
    const { db } = await open()
    const { rows } = await sql<{ table_name: string; column_name: string; data_type: string; is_nullable: string; has_default: boolean }>`
      select table_name, column_name, data_type, is_nullable, column_default is not null or is_identity = 'YES' or column_name = 'changed_xid' as has_default
      from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'`.execute(db)
    const made = rows
      .filter(({ table_name }) => !tables.some(({ name }) => name === table_name))
      .map((row) => [`${row.table_name}.${row.column_name}`, row.data_type, row.is_nullable === 'YES', row.has_default])
    const declared = plainTables.flatMap(({ name, columns }) =>
      Object.entries(columns).map(([column, { type, isNullable, hasDefault }]) => [`${name}.${column}`, type, isNullable, hasDefault]),
    )
    expect(declared.sort()).toEqual(made.sort())
  })

  it('migrates an empty database once, even when two servers start together', async () => {
    const location = kind === 'postgres' ? { kind, url: await createPostgresDatabase() } : { kind, dataDir: null }
    const database = await openDatabase(location, silentLog)
    await Promise.all([migrate(database.db), migrate(database.db)])
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations).sort())
    await database.close()
  })
})

function isNullable(schema: unknown, field: string): boolean {
  const { shape } = schema as { shape: Record<string, { safeParse: (value: unknown) => { success: boolean } }> }
  return shape[field]?.safeParse(null).success ?? false
}

describe('the embedded database on disk', { timeout: 300_000 }, () => {
  it('syncs every commit to the disk before it is acknowledged', async () => {
    const database = await openDatabase({ kind: 'pglite', dataDir: await temporaryDir() }, silentLog)
    await sql`create table t (n int)`.execute(database.db)
    const sync = vi.spyOn(fs, 'fdatasyncSync')
    syncBuiltinESMExports()
    for (let n = 0; n < 20; n++) {
      const before = sync.mock.calls.length
      await sql`insert into t values (${n})`.execute(database.db)
      expect(sync.mock.calls.length).toBeGreaterThan(before)
    }
    await database.close()
    sync.mockRestore()
    syncBuiltinESMExports()
  })

  it('keeps its data after it was closed', async () => {
    const dataDir = await temporaryDir()
    const first = await openDatabase({ kind: 'pglite', dataDir }, silentLog)
    await migrate(first.db)
    await sql`insert into boots (id, xid) values ('kept', '1'::xid8)`.execute(first.db)
    await first.close()
    const second = await openDatabase({ kind: 'pglite', dataDir }, silentLog)
    expect((await sql`select id from boots`.execute(second.db)).rows).toEqual([{ id: 'kept' }])
    await second.close()
  })
})

/** Command that starts a program without a network, as in another container. */
const APART: readonly [string, ...string[]] = ['unshare', '--map-root-user', '--net']
const canUnshare = () => spawnSync(APART[0], [...APART.slice(1), 'true']).status === 0

/** Starts a process that locks a folder. `within` is the program that starts it. */
function startHolder(dir: string, within: readonly string[] = []) {
  const module = fileURLToPath(new URL('./data-dir-lock.ts', import.meta.url))
  const script = `import { lockDataDir } from ${JSON.stringify(module)}\nawait lockDataDir(${JSON.stringify(dir)})\nconsole.log('held')\nsetInterval(() => {}, 1000)`
  const [program = '', ...args] = [...within, process.execPath, '--import', 'tsx', '--input-type=module', '-e', script]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: fileURLToPath(new URL('../../..', import.meta.url)) })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('close', resolve))
  return { child, ended }
}

async function holderOf(dir: string, within?: readonly string[]): Promise<{ kill: () => Promise<unknown> }> {
  const { child, ended } = startHolder(dir, within)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

async function refusedHolderOf(dir: string, within?: readonly string[]): Promise<{ said: string }> {
  const { child, ended } = startHolder(dir, within)
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  child.stdout.once('data', () => child.kill('SIGKILL'))
  await ended
  return { said }
}

describe('the lock on the data directory', { timeout: 60_000 }, () => {
  it('refuses a second holder under every path, and names the directory', async () => {
    const dir = await temporaryDir()
    const alias = `${await temporaryDir()}/alias`
    symlinkSync(dir, alias)
    const unlock = await lockDataDir(dir)
    await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse)
    await expect(lockDataDir(alias)).rejects.toThrow(alias)
    await unlock()
    await (await lockDataDir(alias))()
  })

  it('ends with its process', async () => {
    const dir = await temporaryDir()
    const holder = await holderOf(dir)
    await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse)
    await holder.kill()
    await (await lockDataDir(dir))()
  })

  it('works between containers that share a folder but no network', async () => {
    const dir = await temporaryDir()
    // where `unshare` is not allowed, both processes share the network, and this tests only the lock between processes
    const apart = canUnshare() ? APART : []
    const holder = await holderOf(dir, apart)
    await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse)
    await holder.kill()
    const unlock = await lockDataDir(dir)
    expect((await refusedHolderOf(dir, apart)).said).toContain('is in use by another running server')
    await unlock()
    await (await lockDataDir(dir))()
  })
})

describe('the lock on the embedded database’s only connection', () => {
  it('serves waiting callers in order, and refuses with an explanation after too long a wait', async () => {
    const lock = new FifoLock()
    const order: number[] = []
    await lock.acquire()
    const waiting = [1, 2, 3].map((n) => lock.acquire().then(() => order.push(n)))
    await expect(lock.acquire(20)).rejects.toThrow('outer handle')
    for (const wait of waiting) {
      lock.release()
      await wait
    }
    expect(order).toEqual([1, 2, 3])
  })
})
