import { gunzipSync, gzipSync } from 'node:zlib'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { type StartHeader, startHeaderSchema } from '@shop/shared/kernel/wire.ts'
import { itemsTable } from '../src/inventory/tables.ts'
import { selectRows } from '../src/platform/database/collection-table.ts'
import type { Platform } from '../src/platform/platform.ts'
import { type Kind, openBenchPlatform } from './databases.ts'
import { inTurns, median, printTable, timed, told } from './measure.ts'
import { ADMIN, fillShop } from './shop.ts'

const SIZES = [10_000, 100_000] as const
const ROUNDS = 5
/** Age at which the server packs a new stream instead of its cached one. */
const STALE_MS = 16 * 60_000

/** Reads the gzipped lines of an admin's first sync. */
export async function readStart(platform: Platform): Promise<Buffer[]> {
  const lines: Buffer[] = []
  for await (const line of await platform.start(ADMIN, PROTOCOL_VERSION)) lines.push(line)
  return lines
}

export const bytesOf = (lines: readonly Buffer[]): number => lines.reduce((sum, line) => sum + line.length, 0)

/** Reads the cursor at the beginning of a first sync. */
export async function startCursor(platform: Platform): Promise<string> {
  const [first = Buffer.alloc(0)] = await readStart(platform)
  const header: StartHeader = startHeaderSchema.parse(JSON.parse(gunzipSync(first).toString()))
  return header.cursor
}

/** Compares the stream of a first sync, once newly packed and once cached, with selecting all items, JSON.stringify and gzip. */
export async function benchStart(kinds: readonly Kind[]): Promise<void> {
  const rows: string[][] = []
  for (const kind of kinds)
    for (const size of SIZES) {
      const { platform, passTime, dispose } = await openBenchPlatform(kind)
      await fillShop(platform, size)
      const bytes = bytesOf(await readStart(platform))
      const samples = await inTurns(ROUNDS, {
        cold: () => {
          passTime(STALE_MS)
          return timed(() => readStart(platform))
        },
        cached: () => timed(() => readStart(platform)),
        plain: () => timed(async () => gzipSync(JSON.stringify(await selectRows(platform.db, itemsTable)))),
      })
      const ratio = (own: readonly number[]) => `${(median(own) / median(samples.plain)).toFixed(3)}×`
      rows.push([
        kind,
        size.toLocaleString('en'),
        (bytes / 1e6).toFixed(2),
        told(samples.cold),
        told(samples.cached),
        told(samples.plain),
        ratio(samples.cold),
        ratio(samples.cached),
      ])
      await dispose()
    }
  printTable(
    'Stream of a first sync',
    ['database', 'items', 'gzip MB', 'cold, ms', 'cached, ms', 'select, stringify, gzip, ms', 'cold to that', 'cached to that'],
    rows,
  )
}
