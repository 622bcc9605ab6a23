import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { EMPTY_ALL, SCHEMA } from './empty-all.ts'
import { connected } from './postgres-database.ts'

/** Milliseconds to wait for the connections of the previous test, because PostgreSQL drops a connection some time after its client has closed it. */
const LEAVING_MS = 1_000

/** Migrated databases whose tests have ended, each with its schema when it was new. */
const ended: Used[] = []

type Used = { readonly url: string; readonly schema: string }

/** Answers a migrated, empty database for one test. When the test has ended, the database is emptied and serves the next test of the file, because
 *  creating and dropping a database takes twenty times as long as emptying it. `create` makes a further one. */
export async function freshPostgres(create: () => Promise<string>): Promise<string> {
  const used = (await emptied()) ?? (await created(create))
  try {
    onTestFinished(() => void ended.push(used))
  } catch {
    // the tests of a suite share it until they end
  }
  return used.url
}

/** Forgets the databases that are about to be dropped. */
export function forgetPostgres(): void {
  ended.length = 0
}

async function created(create: () => Promise<string>): Promise<Used> {
  const url = await create()
  return { url, schema: await connected(url, schemaOf) }
}

async function emptied(): Promise<Used | undefined> {
  for (let used = ended.pop(); used; used = ended.pop()) if (await isEmptied(used)) return used
  return undefined
}

/** Empties a database. False when somebody still uses it, or when its schema has changed; then no other test may use it. */
async function isEmptied({ url, schema }: Used): Promise<boolean> {
  const empty = async (client: pg.Client) => {
    if (!(await isAlone(client))) return false
    await client.query(EMPTY_ALL)
    return (await schemaOf(client)) === schema
  }
  return await connected(url, empty, { lock_timeout: LEAVING_MS }).catch(() => false)
}

async function isAlone(client: pg.Client): Promise<boolean> {
  for (const untilMs = performance.now() + LEAVING_MS; performance.now() < untilMs; await sleep(5)) {
    const { rowCount } = await client.query(`select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
    if (rowCount === 0) return true
  }
  return false
}

const schemaOf = async (client: pg.Client) => JSON.stringify((await client.query(SCHEMA)).rows)
