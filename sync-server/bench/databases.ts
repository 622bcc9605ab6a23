import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { tables } from '../src/app/tables.ts'
import type { DatabaseLocation } from '../src/platform/database/database.ts'
import { silentLog } from '../src/platform/kernel/log.ts'
import { openPlatform, type Platform } from '../src/platform/platform.ts'

export type Kind = Platform['kind']

/** A platform with a separate database, as durable as a shop's. `passTime` advances its clock. */
export type BenchPlatform = { readonly platform: Platform; readonly passTime: (ms: number) => void; readonly dispose: () => Promise<void> }

/** Opens a platform on a new, empty database. TEST_DATABASE_URL names the PostgreSQL; `npm run bench` starts one and sets it. */
export async function openBenchPlatform(kind: Kind): Promise<BenchPlatform> {
  const { database, drop } = kind === 'pglite' ? await newDataDir() : await newPostgresDatabase()
  let aheadMs = 0
  const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database, nowMs: () => Date.now() + aheadMs })
  return {
    platform,
    passTime: (ms) => (aheadMs += ms),
    async dispose() {
      await platform.close()
      await drop()
    },
  }
}

type NewDatabase = { readonly database: DatabaseLocation & { readonly url?: string }; readonly drop: () => Promise<void> }

async function newDataDir(): Promise<NewDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  return { database: { kind: 'pglite', dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Creates an empty database on the PostgreSQL that TEST_DATABASE_URL names. */
export async function newPostgresDatabase(): Promise<NewDatabase> {
  const name = `shop_bench_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(adminUrl())
  url.pathname = `/${name}`
  return { database: { kind: 'postgres', url: url.href }, drop: () => administer(`drop database if exists ${name} with (force)`) }
}

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('name a PostgreSQL in TEST_DATABASE_URL, or run `npm run bench`, which starts one')
  return url
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() })
  await client.connect()
  await client.query(statement)
  await client.end()
}
