import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, describe, onTestFinished } from 'vitest'
import { effects } from '../../app/effects.ts'
import { tables } from '../../app/tables.ts'
import type { DatabaseLocation, Tables } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { PgliteDialect } from '../database/pglite-dialect.ts'
import { exactNumberParsers } from '../database/sql-values.ts'
import { silentLog } from '../kernel/log.ts'
import { openPlatform, type Platform, type PlatformConfig } from '../platform.ts'

/** Opens a platform: on a fresh database of the suite's kind, or where `database` says. It is closed after the test, or after
 *  the suite when opened in `beforeAll`. */
export type Open = (config?: Partial<PlatformConfig>) => Promise<Platform>

/** Declares the same tests for both databases. */
export function forEachDatabase(name: string, suite: (open: Open, kind: Platform['kind']) => void): void {
  for (const kind of ['pglite', 'postgres'] as const) describeOn(kind, `${name} on ${kind}`, suite)
}

/** Declares tests of what only a database with many connections can do. */
export function onPostgres(name: string, suite: (open: Open) => void): void {
  describeOn('postgres', name, suite)
}

function describeOn(kind: Platform['kind'], name: string, suite: (open: Open, kind: Platform['kind']) => void): void {
  describe(name, { timeout: 300_000 }, () => {
    const platforms: Platform[] = []
    afterAll(async () => {
      for (const platform of platforms) await platform.close()
    })
    suite(async (config = {}) => {
      const platform = onceClosed(
        await openPlatform({ tables, effects, log: silentLog, runJobs: false, database: await freshDatabase(kind), ...config }),
      )
      try {
        onTestFinished(platform.close)
      } catch {
        platforms.push(platform)
      }
      return platform
    }, kind)
  })
}

function onceClosed(platform: Platform): Platform {
  let closing: Promise<void> | undefined
  return { ...platform, close: () => (closing ??= platform.close()) }
}

/** A database nobody else has, already migrated where that saves time. */
export async function freshDatabase(kind: Platform['kind']): Promise<DatabaseLocation> {
  if (kind === 'postgres') return { kind, url: await createPostgresDatabase() }
  return { kind, dataDir: null, copy: await migratedPglite() }
}

/** A directory that is gone after the test that asked for it. */
export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

let migratedCopy: Promise<Blob> | undefined

/** A migrated embedded database as a copy: making one takes seconds, loading the copy half of one. Kept between runs, by the migrations' text. */
function migratedPglite(): Promise<Blob> {
  migratedCopy ??= (async () => {
    const path = join(tmpdir(), `shop-test-pglite-${process.getuid?.() ?? 0}-${migrationsHash()}.tar`)
    if (existsSync(path)) return new Blob([await readFile(path)])
    const pglite = await PGlite.create({ parsers: exactNumberParsers })
    const db = new Kysely<Tables>({ dialect: new PgliteDialect(pglite) })
    await migrate(db)
    const copy = await pglite.dumpDataDir('none')
    await db.destroy()
    const half = `${path}.${randomUUID()}`
    writeFileSync(half, Buffer.from(await copy.arrayBuffer()), { mode: 0o600 })
    renameSync(half, path)
    return copy
  })()
  return migratedCopy
}

function migrationsHash(): string {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.resolve('@electric-sql/pglite'))))
  const list = readFileSync(new URL('../../migrations/list.ts', import.meta.url), 'utf8')
  hash.update(list)
  for (const [, file] of list.matchAll(/'\.\/(.+?)'/g)) hash.update(readFileSync(new URL(`../../migrations/${file}`, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

type Running = { readonly url: string; readonly binaries: string | undefined; readonly stop: () => Promise<void> }

/** Starts a PostgreSQL for this process, whatever TEST_DATABASE_URL says. Throws when none can be had. */
export async function startPostgres(): Promise<Running> {
  const script = new URL('../../../../.scripts/lib/postgres.mjs', import.meta.url).href
  const { startPostgres: start } = (await import(script)) as { startPostgres: () => Promise<Running> }
  const given = process.env.TEST_DATABASE_URL
  delete process.env.TEST_DATABASE_URL
  try {
    return await start()
  } finally {
    if (given) process.env.TEST_DATABASE_URL = given
  }
}

let postgres: Promise<Running> | undefined
const created: string[] = []

/** The PostgreSQL of the tests: TEST_DATABASE_URL (`npm test` sets it), else one started for this process. */
export function testPostgres(): Promise<Running> {
  const url = process.env.TEST_DATABASE_URL
  postgres ??= url ? Promise.resolve({ url, binaries: undefined, stop: async () => {} }) : startPostgres()
  return postgres
}

/** A new, empty PostgreSQL database. Answers its address. */
export async function createPostgresDatabase(template?: string): Promise<string> {
  const name = `shop_test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}${template ? ` template ${template}` : ''}`)
  created.push(name)
  return databaseUrl((await testPostgres()).url, name)
}

const databaseUrl = (url: string, name: string) => {
  const of = new URL(url)
  of.pathname = `/${name}`
  return of.href
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: (await testPostgres()).url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

// registered by importing this file: after everything else in the test file
// dropping many takes its time while a machine is busy
afterAll(dropDatabases, 300_000)

async function dropDatabases(): Promise<void> {
  for (const name of created.splice(0)) await administer(`drop database if exists ${name} with (force)`)
  const running = postgres
  postgres = undefined
  await (await running)?.stop()
}
