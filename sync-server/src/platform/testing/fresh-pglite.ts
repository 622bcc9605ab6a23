import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { appendFile, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { DATABASE_FOLDER } from '../database/data-dir-switch.ts'
import { openMemoryPglite } from '../database/durable-pglite.ts'
import { migrate } from '../database/migrate.ts'
import { PgliteDialect } from '../database/pglite-dialect.ts'
import { exactNumberParsers } from '../database/sql-values.ts'
import type { Tables } from '../database/tables.ts'
import { EMPTY_ALL, SCHEMA } from './empty-all.ts'

/** Maximum number of emptied databases that one process keeps. Each takes 100 MB, and few tests open more at a time. */
const MAX_IDLE = 3
const idle: PGlite[] = []

/** Opens a migrated, empty database. When it closes, it is emptied and kept for the next test, because loading a database and filling its caches
 *  takes thirty times as long as emptying it. */
export async function freshPglite(): Promise<PGlite> {
  return idle.pop() ?? emptiedOnClose(await openMemoryPglite(await migratedPglite()))
}

const schemaOf = async (pglite: PGlite) => JSON.stringify((await pglite.query(SCHEMA)).rows)

async function emptiedOnClose(pglite: PGlite): Promise<PGlite> {
  const schema = await schemaOf(pglite)
  const close = pglite.close.bind(pglite)
  pglite.close = async () => {
    if (idle.length < MAX_IDLE && (await isEmptied(pglite, schema))) idle.push(pglite)
    else await close()
  }
  return pglite
}

/** Empties the database. False when its schema has changed or a transaction is open; then no other test may use it. */
async function isEmptied(pglite: PGlite, schema: string): Promise<boolean> {
  try {
    await pglite.exec('discard all')
    await pglite.exec(EMPTY_ALL)
    return (await schemaOf(pglite)) === schema
  } catch {
    return false
  }
}

let migratedCopy: Promise<Blob> | undefined

/** Answers a copy of a migrated embedded database, because migrating takes ten times as long as loading a copy. The copy is cached between runs under
 *  a hash of the migrations. */
function migratedPglite(): Promise<Blob> {
  migratedCopy ??= (async () => {
    const path = `${copyPath()}.tar`
    if (!existsSync(path)) {
      const half = `${path}.${randomUUID()}`
      writeFileSync(half, await makeMigratedPglite(), { mode: 0o600 })
      renameSync(half, path)
    }
    return new BytesInMemory(await readFile(path))
  })()
  return migratedCopy
}

const copyPath = () => join(tmpdir(), `shop-test-pglite-${process.getuid?.() ?? 0}-${migrationsHash()}`)

/** Puts a migrated, empty database into a new data directory, because a server's first start takes six seconds of a core to make one. The database
 *  has a small cache, because PostgreSQL clears its cache at each start. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const copy = copyPath()
  if (!existsSync(copy)) {
    const half = `${copy}.${randomUUID()}`
    await mkdir(half, { mode: 0o700 })
    await (await PGlite.create({ dataDir: half, loadDataDir: await migratedPglite() })).close()
    await appendFile(join(half, 'postgresql.conf'), '\nshared_buffers = 8MB\n')
    // another process may have been faster
    await rename(half, copy).catch(() => rm(half, { recursive: true }))
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await cp(copy, join(dataDir, DATABASE_FOLDER), { recursive: true })
}

/** Makes the copy without the parts that would slow down each load: a write-ahead log of 16 MB, and the two template databases. */
async function makeMigratedPglite(): Promise<Uint8Array> {
  const pglite = await PGlite.create({ parsers: exactNumberParsers, initDbStartParams: ['--wal-segsize=1'] })
  const db = new Kysely<Tables>({ dialect: new PgliteDialect(pglite) })
  await migrate(db)
  await pglite.exec("update pg_database set datistemplate = false where datname in ('template0', 'template1')")
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  await pglite.exec('checkpoint')
  const copy = await pglite.dumpDataDir('none')
  await db.destroy()
  return new Uint8Array(await copy.arrayBuffer())
}

/** A blob that returns its bytes without a copy. Node copies its own blobs in small pieces, which takes a fifth of the loading time. */
class BytesInMemory extends Blob {
  constructor(private readonly whole: Uint8Array<ArrayBuffer>) {
    super([])
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.whole
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  }
}

/** Computes a hash of the migrations, of PGlite and of `makeMigratedPglite`. */
export function migrationsHash(): string {
  const hash = createHash('sha256').update(makeMigratedPglite.toString())
  hash.update(readFileSync(new URL(import.meta.resolve('@electric-sql/pglite'))))
  const list = readFileSync(new URL('../../migrations/list.ts', import.meta.url), 'utf8')
  hash.update(list)
  for (const [, file] of list.matchAll(/'\.\/(.+?)'/g)) hash.update(readFileSync(new URL(`../../migrations/${file}`, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}
