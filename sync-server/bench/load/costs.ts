import { gunzipSync } from 'node:zlib'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { sql } from 'kysely'
import { newId } from '../../src/app/testing/till-sales.ts'
import { buildSearchIndex } from '../../src/inventory/text-search.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { openBenchPlatform } from '../databases.ts'
import { printTable } from '../measure.ts'
import { ADMIN, fillShop, queuedSales } from '../shop.ts'
import { bytesOf, readStart } from '../start-stream.ts'

const USERS = 1_000
const ITEMS = 100_000
/** Number of sales, enough for tables and indexes to grow steadily. */
const SALES = 5_000
const SALES_A_PUSH = 100

/** Measures the growth of a shop, in the database and in a first sync. A busy machine changes no size. */
export async function measureCosts(): Promise<void> {
  const { platform, dispose } = await openBenchPlatform('postgres')
  const empty = await databaseBytes(platform)
  await fillShop(platform, 0, USERS)
  const peopled = await databaseBytes(platform)
  const peopleSync = await firstSync(platform)
  await dispose()

  const stocked = await openBenchPlatform('postgres')
  await fillShop(stocked.platform, ITEMS)
  await buildSearchIndex(stocked.platform)
  const withItems = await databaseBytes(stocked.platform)
  const itemSync = await firstSync(stocked.platform)
  const clientId = newId()
  for (let done = 0; done < SALES; done += SALES_A_PUSH)
    await stocked.platform.push(ADMIN, { clientId, protocol: PROTOCOL_VERSION, commands: queuedSales(SALES_A_PUSH, ITEMS) })
  const withSales = await databaseBytes(stocked.platform)
  stocked.passTime(16 * 60_000)
  const saleSync = await firstSync(stocked.platform)
  await stocked.dispose()

  const mb = (bytes: number) => (bytes / 1e6).toFixed(1)
  const times = ITEMS / SALES
  printTable(
    'Size by number of records, MB',
    ['', 'database', 'first sync, as it travels and is kept', 'first sync, as text'],
    [
      [`${USERS.toLocaleString('en')} users`, mb(peopled - empty), mb(peopleSync.compressed), mb(peopleSync.plain)],
      [`${ITEMS.toLocaleString('en')} items`, mb(withItems - empty), mb(itemSync.compressed), mb(itemSync.plain)],
      [
        `${ITEMS.toLocaleString('en')} sales of three lines (from ${SALES.toLocaleString('en')})`,
        mb((withSales - withItems) * times),
        mb((saleSync.compressed - itemSync.compressed) * times),
        mb((saleSync.plain - itemSync.plain) * times),
      ],
    ],
  )
}

async function databaseBytes({ db }: Platform): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::bigint as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

async function firstSync(platform: Platform): Promise<{ compressed: number; plain: number }> {
  const lines = await readStart(platform)
  return { compressed: bytesOf(lines), plain: bytesOf(lines.map((line) => gunzipSync(line))) }
}
