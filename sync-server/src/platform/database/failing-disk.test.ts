import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { temporaryDir } from '../testing/databases.ts'
import { openDatabase } from './database.ts'
import { failureKind } from './sql-errors.ts'

/** Makes every sync to the disk fail, as on a full or missing disk. Answers a function that repairs the disk. */
function failingDisk(): () => void {
  const sync = vi.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
    throw new Error('no space left on device')
  })
  syncBuiltinESMExports()
  const mend = () => {
    sync.mockRestore()
    syncBuiltinESMExports()
  }
  onTestFinished(mend)
  return mend
}

describe('the embedded database on a disk that fails', { timeout: 120_000 }, () => {
  it('reports an outage, and has every acknowledged row when the disk works again', async () => {
    const database = await openDatabase({ kind: 'pglite', dataDir: await temporaryDir() }, silentLog)
    const { db } = database
    const write = (n: number) => database.transaction((tx) => sql`insert into t values (${n})`.execute(tx))
    await sql`create table t (n int primary key)`.execute(db)
    await write(1)

    const mend = failingDisk()
    // PostgreSQL panics when it cannot write a commit, and its memory cannot be used after that
    expect(failureKind(await write(2).catch((error: unknown) => error))).toBe('outage')
    for (const ask of [() => write(3), () => sql`select 1`.execute(db)])
      expect(failureKind(await ask().catch((error: unknown) => error))).toBe('outage')

    mend()
    const known = async () => (await sql<{ n: number }>`select n from t where n <> 2 order by n`.execute(db)).rows.map(({ n }) => n)
    await expect.poll(() => known().catch(() => []), { timeout: 60_000, interval: 200 }).toEqual([1])
    await write(4)
    expect(await known()).toEqual([1, 4])
    await database.close()
  })

  it('can be closed while it is broken', async () => {
    const database = await openDatabase({ kind: 'pglite', dataDir: await temporaryDir() }, silentLog)
    await sql`create table t (n int primary key)`.execute(database.db)
    failingDisk()
    await expect(sql`insert into t values (1)`.execute(database.db)).rejects.toThrow()
    await database.close()
  })
})
