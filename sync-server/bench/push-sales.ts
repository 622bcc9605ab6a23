import { MAX_PUSH_COMMANDS } from '@shop/shared/kernel/limits.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { newId } from '../src/app/testing/till-sales.ts'
import type { Platform } from '../src/platform/platform.ts'
import { type Kind, openBenchPlatform } from './databases.ts'
import { inMs, inTurns, median, printTable, timed, told } from './measure.ts'
import { recordSalesOneByOne } from './one-by-one.ts'
import { ADMIN, fillShop, queuedSales } from './shop.ts'

const ITEMS = 10_000
const SALES = 1_000
/** Number of sales in one round of the slow way. */
const SALES_ONE_BY_ONE = 200
const ROUNDS = 7
const GOAL = 10

/** Compares a tablet's push of 1,000 queued sales, in batches, with one transaction for each sale and one statement for each row. */
export async function benchPush(kinds: readonly Kind[]): Promise<void> {
  const rows: string[][] = []
  for (const kind of kinds) {
    const { platform, dispose } = await openBenchPlatform(kind)
    await fillShop(platform, ITEMS)
    const clientId = newId()
    const batched = async () => {
      const sales = queuedSales(SALES, ITEMS)
      return (await timed(() => pushAll(platform, clientId, sales))) / SALES
    }
    const oneByOne = async () => {
      const sales = queuedSales(SALES_ONE_BY_ONE, ITEMS)
      return (await timed(() => recordSalesOneByOne(platform, clientId, sales))) / SALES_ONE_BY_ONE
    }
    await pushAll(platform, clientId, queuedSales(200, ITEMS))
    await recordSalesOneByOne(platform, clientId, queuedSales(20, ITEMS))
    const samples = await inTurns(ROUNDS, { batched, oneByOne })
    const ratio = median(samples.oneByOne) / median(samples.batched)
    const whole = inMs(median(samples.batched) * SALES)
    rows.push([kind, whole, told(samples.batched), told(samples.oneByOne), `${ratio.toFixed(1)}×`, ratio >= GOAL ? 'yes' : 'no'])
    await dispose()
  }
  printTable(
    `Push of ${SALES} queued sales of three lines (goal ≥ ${GOAL}×)`,
    ['database', '1,000 sales, ms', 'batched, ms a sale', 'one by one, ms a sale', 'as fast', 'goal held'],
    rows,
  )
}

async function pushAll(platform: Platform, clientId: string, sales: readonly QueuedCommand[]): Promise<void> {
  for (let from = 0; from < sales.length; from += MAX_PUSH_COMMANDS) {
    const commands = sales.slice(from, from + MAX_PUSH_COMMANDS)
    const { results } = await platform.push(ADMIN, { clientId, protocol: PROTOCOL_VERSION, commands })
    const bad = results.find(({ status }) => status !== 'done')
    if (bad) throw new Error(`a sale was ${bad.status}: ${bad.message}`)
  }
}
