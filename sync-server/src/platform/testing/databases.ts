import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, onTestFinished } from 'vitest'
import { effects } from '../../app/effects.ts'
import { tables } from '../../app/tables.ts'
import { connectPostgres, type DatabaseLocation } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { createLog } from '../kernel/log.ts'
import { openPlatform, type Platform, type PlatformConfig } from '../platform.ts'
import { fillDataDir, freshPglite, migrationsHash } from './fresh-pglite.ts'
import { forgetPostgres, freshPostgres } from './fresh-postgres.ts'
import { connected, createDatabase, databaseBeside, dropDatabase } from './postgres-database.ts'

/** Prints errors with the output of the test, so that a status 500 can be explained. */
const errorLog = createLog('error', { write: (line) => console.error(line.trimEnd()) })

/** Opens a platform on `database`, or on a fresh database of the suite's kind. The platform closes after the test, or after the suite if `beforeAll`
 *  opened it. */
export type Open = (config?: Partial<PlatformConfig>) => Promise<Platform>

/** The kinds of database to test on. `npm test -- quick` leaves out PostgreSQL. */
const KINDS: readonly Platform['kind'][] = process.env.TEST_DATABASES === 'pglite' ? ['pglite'] : ['pglite', 'postgres']

/** Declares the same tests for each kind of database. */
export function forEachDatabase(name: string, suite: (open: Open, kind: Platform['kind']) => void): void {
  for (const kind of KINDS) describeOn(kind, `${name} on ${kind}`, suite)
}

/** Declares tests that need a database with many connections. */
export function onPostgres(name: string, suite: (open: Open) => void): void {
  if (KINDS.includes('postgres')) describeOn('postgres', name, suite)
}

function describeOn(kind: Platform['kind'], name: string, suite: (open: Open, kind: Platform['kind']) => void): void {
  describe(name, { timeout: 300_000 }, () => {
    const platforms: Platform[] = []
    afterAll(async () => {
      for (const platform of platforms) await platform.close()
    })
    suite(async (config = {}) => {
      const platform = onceClosed(
        await openPlatform({ tables, effects, log: errorLog, runJobs: false, database: await freshDatabase(kind), ...config }),
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

/** Milliseconds to wait for a lock in a test that is not about that wait. */
export const BUSY_MACHINE_MS = 60_000

/** Creates a migrated database for one test. */
export async function freshDatabase(kind: Platform['kind']): Promise<DatabaseLocation> {
  if (kind === 'postgres') return { kind, url: await freshPostgres(migratedPostgresDatabase), lockTimeoutMs: BUSY_MACHINE_MS }
  return { kind, dataDir: null, open: freshPglite }
}

/** Creates a directory that is removed after the test. */
export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

type Running = { readonly url: string; readonly binaries: string | undefined; readonly stop: () => Promise<void> }

/** Starts a PostgreSQL for this process, regardless of TEST_DATABASE_URL. Throws when none is available. */
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
let template: Promise<string> | undefined
const created: string[] = []

/** Answers the PostgreSQL of the tests: TEST_DATABASE_URL, which `npm test` sets, or one that is started for this process. */
export function testPostgres(): Promise<Running> {
  const url = process.env.TEST_DATABASE_URL
  postgres ??= url ? Promise.resolve({ url, binaries: undefined, stop: async () => {} }) : startPostgres()
  return postgres
}

/** Creates a PostgreSQL database, empty or from a template, and answers its address. */
export async function createPostgresDatabase(template?: string): Promise<string> {
  const url = await createDatabase((await testPostgres()).url, template)
  created.push(url)
  return url
}

/** Prepares a data directory and a migrated, empty database for a server process. Answers its environment. */
export async function migratedEnvironment(
  kind: Platform['kind'],
  DATA_DIR: string,
): Promise<Record<string, string> & { DATA_DIR: string }> {
  if (kind === 'postgres') return { DATA_DIR, DATABASE_URL: await migratedPostgresDatabase() }
  await fillDataDir(DATA_DIR)
  return { DATA_DIR }
}

const migratedPostgresDatabase = async () => createPostgresDatabase(await migratedTemplate())

/** Answers the name of a migrated template database, because copying it takes a tenth of the time of migrating. The template stays in the cluster,
 *  and its name contains a hash of the migrations. */
function migratedTemplate(): Promise<string> {
  template ??= (async () => {
    const { url } = await testPostgres()
    const name = `shop_template_${migrationsHash()}`
    await connected(url, async (client) => {
      // processes that start together wait for the process that creates the template
      await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
      if ((await client.query(`select from pg_database where datname = '${name}'`)).rowCount) return
      const half = `${name}_half`
      await client.query(`drop database if exists ${half} with (force)`)
      await client.query(`create database ${half}`)
      const db = connectPostgres(databaseBeside(url, half), errorLog, { max: 1 })
      await migrate(db).finally(() => db.destroy())
      await client.query(`alter database ${half} rename to ${name}`)
    })
    return name
  })()
  return template
}

/** Drops the databases of a test file, and stops the PostgreSQL that was started for the file. `drop-databases.ts` calls this after each file. */
export async function dropDatabases(): Promise<void> {
  forgetPostgres()
  for (const url of created.splice(0)) await dropDatabase(url)
  const running = postgres
  postgres = undefined
  template = undefined
  await (await running)?.stop()
}
