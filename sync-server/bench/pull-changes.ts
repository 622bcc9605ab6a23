import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { PullResponse } from '@shop/shared/kernel/wire.ts'
import { sql } from 'kysely'
import { newId } from '../src/app/testing/till-sales.ts'
import type { Platform } from '../src/platform/platform.ts'
import { type BenchPlatform, type Kind, openBenchPlatform } from './databases.ts'
import { inTurns, median, noise, printTable, quantile, told } from './measure.ts'
import { ADMIN, fillShop, itemId } from './shop.ts'
import { startCursor } from './start-stream.ts'

const SIZES = [10_000, 100_000, 1_000_000] as const
const CHANGES = 100
const ROUNDS = 60
const WARM_UP = 10
/** Maximum slowdown that counts as flat, even on a noisy machine. */
const MAX_TOLERANCE = 0.25

/** An up-to-date device of a shop with `size` items. */
class Follower {
  private readonly clientId = newId()
  private constructor(
    readonly shop: BenchPlatform,
    private readonly size: number,
    private cursor: string,
  ) {}

  static async open(kind: Kind, size: number): Promise<Follower> {
    const shop = await openBenchPlatform(kind)
    await fillShop(shop.platform, size)
    const follower = new Follower(shop, size, await startCursor(shop.platform))
    await follower.pull()
    return follower
  }

  /** Changes 100 random rows, then measures the pull that brings them. */
  async sample(): Promise<number> {
    await changeItems(this.shop.platform, this.size)
    const startMs = performance.now()
    const pulled = await this.pull()
    const ms = performance.now() - startMs
    const count = pulled.changes.items?.put.length ?? 0
    if (count !== CHANGES) throw new Error(`${count} rows came instead of ${CHANGES}`)
    return ms
  }

  private async pull(): Promise<PullResponse & { kind: 'changes' }> {
    const request = { clientId: this.clientId, protocol: PROTOCOL_VERSION, cursor: this.cursor }
    const pulled = await this.shop.platform.pull(ADMIN, request)
    if (pulled.kind !== 'changes' || pulled.more) throw new Error('the pull is not one page of changes')
    this.cursor = pulled.cursor
    return pulled
  }
}

function changeItems(platform: Platform, size: number): Promise<unknown> {
  const ids = new Set<string>()
  while (ids.size < CHANGES) ids.add(itemId(Math.floor(Math.random() * size)))
  return platform.transaction((tx) => sql`update items set price_cents = price_cents + 1 where id = any(${[...ids]}::text[])`.execute(tx))
}

/** Measures a pull of 100 changes with tables of several sizes. Its cost has to depend on the changes, and not on the size of the tables. */
export async function benchPull(kinds: readonly Kind[]): Promise<void> {
  const rows: string[][] = []
  for (const kind of kinds) {
    const followers = new Map<string, Follower>()
    for (const size of SIZES) followers.set(String(size), await Follower.open(kind, size))
    const things = Object.fromEntries([...followers].map(([name, follower]) => [name, () => follower.sample()]))
    await inTurns(WARM_UP, things)
    const samples = await inTurns(ROUNDS, things)
    const smallest = samples[String(SIZES[0])] ?? []
    for (const size of SIZES) {
      const own = samples[String(size)] ?? []
      const ratio = median(own) / median(smallest)
      const tolerance = Math.min(MAX_TOLERANCE, 2 * Math.max(noise(own), noise(smallest)))
      rows.push([
        kind,
        size.toLocaleString('en'),
        told(own),
        quantile(own, 0.95).toFixed(2),
        `${ratio.toFixed(2)}×`,
        ratio <= 1 + tolerance ? 'yes' : 'no',
      ])
    }
    for (const { shop } of followers.values()) await shop.dispose()
  }
  printTable(
    `Pull of ${CHANGES} changes (goal: flat within noise)`,
    ['database', 'items', 'p50, ms', 'p95, ms', 'to 10,000 items', 'goal held'],
    rows,
  )
}
