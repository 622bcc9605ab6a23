import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { collections } from '@shop/shared/collections.ts'
import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { type Item, items } from '@shop/shared/inventory/schema.ts'
import { type PosSale, posSales } from '@shop/shared/pos/schema.ts'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../sync-server/src/app/config.ts'
import { databaseOf } from '../../sync-server/src/app/server.ts'
import { tables } from '../../sync-server/src/app/tables.ts'
import { Child, runProgram } from '../../sync-server/src/app/testing/child.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD } from '../../sync-server/src/app/testing/shop.ts'
import { checkBackup } from '../../sync-server/src/platform/backup/read-backup.ts'
import { silentLog } from '../../sync-server/src/platform/kernel/log.ts'
import { openPlatform } from '../../sync-server/src/platform/platform.ts'
import { createPostgresDatabase, temporaryDir } from '../../sync-server/src/platform/testing/databases.ts'
import { freePort } from '../../sync-server/src/platform/testing/free-port.ts'
import { readTruth } from './real-truth.ts'
import type { Truth } from './simulated-server.ts'
import { Tablet } from './tablet.ts'

const PIECES = 1_000
const ITEMS = 5

async function signIn(origin: string): Promise<{ token: string; uid: string }> {
  const response = await fetch(`${origin}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: PASSWORD }),
  })
  const { token, user } = (await response.json()) as { token: string; user: { id: string } }
  return { token, uid: user.id }
}

async function statusOf(child: Child): Promise<number | null> {
  child.kill('SIGTERM')
  return child.end()
}

async function backUpWhileSelling(file: string, environment: Record<string, string>, tablets: readonly Tablet[]) {
  let isMade = false
  const sellUntilMade = async (tablet: Tablet) => {
    for (let nth = 0; nth < 3 || !isMade; nth++) {
      await tablet.sell(nth)
      await sleep(40)
    }
  }
  const selling = tablets.map(sellUntilMade)
  await sleep(200)
  const backedUp = await runProgram('backup', [file], environment)
  isMade = true
  await Promise.all(selling)
  expect(backedUp).toMatchObject({ code: 0, stderr: '' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
}

/** Compares the ids of the rows in every synced collection. */
function expectSameRows(tablet: Tablet, truth: Truth) {
  for (const { name, reach } of collections) {
    if (reach !== 'synced') continue
    const collection = { name } as (typeof collections)[number]
    expect([...tablet.rows(name).keys()].sort(), name).toEqual(
      truth
        .all(collection)
        .map(({ id }) => id)
        .sort(),
    )
  }
}

describe.each(['pglite', 'postgres'] as const)('a shop on %s that goes back to a backup', (kind) => {
  it('gets every later sale back from its tablets once', { timeout: 600_000 }, async () => {
    const dir = await temporaryDir()
    const environment: Record<string, string> = {
      ...{ ...OPENED, HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: join(dir, 'shop data') },
      ...(kind === 'postgres' ? { DATABASE_URL: await createPostgresDatabase() } : {}),
    }
    let server = new Child(environment)
    const origin = await server.open()
    const person = { origin, ...(await signIn(origin)) }
    const [till, counter] = await Promise.all([Tablet.open(person), Tablet.open(person)])
    await Promise.all([till.comeUpToDate(), counter.comeUpToDate()])
    for (let nth = 0; nth < ITEMS; nth++)
      await till.engine.run(
        addMasterItem,
        addMasterItem.args.parse({ id: till.engine.newId(), texts: { itemName: `Goods ${nth}`, barcode1: `${nth}` }, quantity: PIECES }),
      )
    await till.comeUpToDate()
    await counter.comeUpToDate()

    const file = join(dir, 'night.backup')
    await backUpWhileSelling(file, environment, [till, counter])
    for (let nth = 0; nth < 5; nth++) await Promise.all([till.sell(nth), counter.sell(nth)])
    await Promise.all([till.comeUpToDate(), counter.comeUpToDate()])
    const promised = () => [...till.promised, ...counter.promised].sort()
    const inBackup = (await checkBackup(file)).header.tables.pos_sales ?? 0
    expect(inBackup).toBeLessThanOrEqual(promised().length - 10)

    expect(await statusOf(server)).toBe(0)
    // the tablets keep selling while the server is stopped
    await Promise.all([till.sell(1), counter.sell(2)])
    const restored = await runProgram('restore', [file, '--replace'], environment)
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(restored.stdout).toMatch(/^What was there before is kept in .*before.restore/m)

    server = new Child(environment)
    await server.open()
    // no session outlives a restore, but the work that waits on a tablet does
    for (const tablet of [till, counter]) await tablet.signInAgain((await signIn(origin)).token)
    await till.comeUpToDate()
    await counter.comeUpToDate()
    await till.comeUpToDate()
    expect(await statusOf(server)).toBe(0)

    const platform = await openPlatform({ database: databaseOf(readConfig(environment)), tables, log: silentLog, runJobs: false })
    expect(await platform.restoreDetectedAtMs()).toBeGreaterThan(0)
    const truth = await readTruth(platform).finally(() => platform.close())
    expect(truth.complaints).toEqual([])
    const sales = truth.all<PosSale>(posSales)
    expect(sales.map(({ id }) => id).sort()).toEqual(promised())
    expect(new Set(sales.map(({ receiptNumber }) => receiptNumber)).size).toBe(sales.length)
    const left = truth.all<Item>(items).reduce((sum, { stockCount }) => sum + stockCount, 0)
    expect(left).toBe(ITEMS * PIECES - 2 * sales.length)
    for (const tablet of [till, counter]) {
      expectSameRows(tablet, truth)
      tablet.engine.stop()
    }
  })
})
