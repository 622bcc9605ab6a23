import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { checkStock } from '../inventory/examine-stock.ts'
import { importRow, stageImport } from '../inventory/testing/staged-import.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { silentLog } from '../platform/kernel/log.ts'
import { forEachDatabase, migratedEnvironment, temporaryDir } from '../platform/testing/databases.ts'
import { freePort } from '../platform/testing/free-port.ts'
import { Child } from './testing/child.ts'
import { OPENED } from './testing/shop.ts'
import { signedIn } from './testing/signed-in.ts'

const ROWS = 4_000
/** Milliseconds from the request for the commit to the first kill; each next kill comes later. */
const FIRST_KILL_MS = 700
const LATER = 3

const countsOf = async ({ db }: Database) =>
  (
    await sql<{ items: number; moves: number; entries: number; runs: number }>`select (select count(*)::int from items) as items,
      (select count(*)::int from stock_movements) as moves, (select count(*)::int from item_text_runs) as runs,
      (select count(*)::int from audit_entries where action = 'inventory.import') as entries`.execute(db)
  ).rows[0]

forEachDatabase('an import whose server is killed', (_open, kind) => {
  it('is undone or whole after the next start, and is imported once when it is asked for again', { timeout: 600_000 }, async () => {
    const database = await migratedEnvironment(kind, join(await temporaryDir(), 'shop'))
    const { DATA_DIR, DATABASE_URL: url } = database
    const environment = { ...database, ...OPENED, HOST: '127.0.0.1', PORT: String(await freePort()) }
    const stored = async <T>(body: (database: Database) => Promise<T>): Promise<T> => {
      const database = await openDatabase(url ? { kind: 'postgres', url } : { kind: 'pglite', dataDir: DATA_DIR }, silentLog)
      return body(database).finally(() => database.close())
    }
    let id: string | undefined
    let killedAmid = 0
    for (let killAfterMs = FIRST_KILL_MS, isWhole = false; !isWhole; killAfterMs *= LATER) {
      const child = new Child(environment)
      const { ask, token, hits } = await signedIn(child)
      id ??= await stageImport(
        ask,
        token,
        { mode: 'skip' },
        Array.from({ length: ROWS }, (_, n) =>
          importRow(n + 2, { itemName: `Teapot no. ${n}`, barcode1: String(n * 7_919).padStart(12, '0'), location: '' }),
        ),
      )
      expect(await hits()).toBe(0)
      const answer = ask('POST', `/inventory/imports/${id}/commit`, {}, { token }).catch(() => undefined)
      await sleep(killAfterMs)
      child.kill('SIGKILL')
      await child.end()
      await answer
      const counts = await stored(countsOf)
      isWhole = counts?.entries === 1
      expect(counts).toMatchObject(isWhole ? { items: ROWS, moves: ROWS } : { items: 0, moves: 0, entries: 0 })
      // a killed attempt leaves its search texts behind
      if (!isWhole) killedAmid = counts?.runs ?? 0
    }
    expect(killedAmid).toBeGreaterThan(0)

    const child = new Child(environment)
    const { ask, token, hits } = await signedIn(child)
    expect((await ask('POST', `/inventory/imports/${id}/commit`, {}, { token })).body).toMatchObject({
      added: ROWS,
      updated: 0,
      skipped: 0,
    })
    expect(await hits()).toBe(5)
    child.kill('SIGTERM')
    await child.end()
    expect(await stored(countsOf)).toMatchObject({ items: ROWS, moves: ROWS, entries: 1 })
    expect(await stored(({ db }) => checkStock(db))).toEqual([])
  })
})
