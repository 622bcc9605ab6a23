import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hashOf } from '../../src/accounts/token-hash.ts'
import { tables } from '../../src/app/tables.ts'
import { HttpDevice } from '../../src/app/testing/http-device.ts'
import { TakingTurns } from '../../src/app/testing/taking-turns.ts'
import { silentLog } from '../../src/platform/kernel/log.ts'
import { openPlatform } from '../../src/platform/platform.ts'
import { newPostgresDatabase } from '../databases.ts'
import { inMs, printTable, quantile } from '../measure.ts'
import { ADMIN, consignorId, fillShop, queuedSales } from '../shop.ts'
import { measureCosts } from './costs.ts'
import { type LoadOptions, readOptions } from './options.ts'
import { ServerProcess } from './server-process.ts'

// `npm run load` measures a very busy shop, over HTTP on this machine. Tills of one admin sell, and follow the sales of all tills. Each phone belongs
// to a different consignor and follows that consignor's sales. In the end no device may lack a sale or have a sale too many. `npm run load -- costs`
// measures the growth of a shop instead.

type Figures = { readonly pushMs: number[]; readonly pullMs: number[]; readonly seenMs: number[]; readonly soldAt: Map<string, number> }

const STARTS_AT_ONCE = 8

const tokenOf = (uid: string) => `load-${uid}`
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
const worst = (figures: readonly number[]) => Math.max(...figures)

/** Fills a database with people, their sessions and items. */
async function fill(url: string, { items }: LoadOptions, consignors: number): Promise<void> {
  const platform = await openPlatform({ tables, log: silentLog, runJobs: false, database: { kind: 'postgres', url } })
  await fillShop(platform, items, consignors)
  await platform.close()
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  const uids = [ADMIN.uid, ...Array.from({ length: consignors }, (_, n) => consignorId(n))]
  await db.query(
    `insert into identity_users (id, name, email, "emailVerified", "updatedAt") select id, id, id || '@shop.example', true, now() from unnest($1::text[]) id`,
    [uids],
  )
  await db.query(
    `insert into identity_sessions (id, "expiresAt", token, "updatedAt", "userId")
      select id, now() + interval '1 day', token, now(), id from unnest($1::text[], $2::text[]) as s(id, token)`,
    [uids, uids.map((uid) => hashOf(tokenOf(uid)))],
  )
  await db.end()
}

/** Lets a device pull when it is poked, one pull at a time. Answers a function that waits for the last pull. */
function followed(device: HttpDevice, signal: AbortSignal, { pullMs, seenMs, soldAt }: Figures): () => Promise<void> {
  let under: Promise<void> | undefined
  let again = false
  const pull = async () => {
    do {
      again = false
      const startMs = performance.now()
      const came = await device.pull()
      const nowMs = performance.now()
      pullMs.push(nowMs - startMs)
      for (const id of came.get('posSales') ?? []) {
        const at = soldAt.get(id)
        if (at !== undefined) seenMs.push(nowMs - at)
      }
    } while (again)
    under = undefined
  }
  const following = device.follow(signal, () => {
    again = true
    under ??= pull()
  })
  return async () => {
    await following
    await under
    await device.pull()
  }
}

async function sellUntil(
  till: HttpDevice,
  endMs: number,
  { pause, items }: LoadOptions,
  consignors: number,
  figures: Figures,
): Promise<void> {
  await sleep(Math.random() * pause)
  while (performance.now() < endMs) {
    const [sale] = queuedSales(1, items, consignors)
    if (!sale) return
    const startMs = performance.now()
    figures.soldAt.set((sale.args as { saleId: string }).saleId, startMs)
    const [result] = await till.push([sale])
    figures.pushMs.push(performance.now() - startMs)
    if (result?.status !== 'done') throw new Error(`a sale was ${result?.status}: ${result?.message}`)
    await sleep(pause * (0.5 + Math.random()))
  }
}

/** Throws when the database or a device lacks a sale or has a sale too many. Answers the size of the database. */
async function check(url: string, tills: readonly HttpDevice[], phones: readonly HttpDevice[], sold: ReadonlySet<string>): Promise<number> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  const sales = new Set((await db.query<{ id: string }>('select id from pos_sales')).rows.map(({ id }) => id))
  demandSame('the database', sales, sold)
  for (const till of tills) demandSame('a till', till.rows.get('posSales') ?? new Set(), sold)
  const { rows } = await db.query<{ uid: string; ids: string[] }>(
    'select consignor_id as uid, array_agg(id) as ids from sales where consignor_id is not null group by 1',
  )
  const owned = new Map(rows.map(({ uid, ids }) => [uid, new Set(ids)]))
  for (const [n, phone] of phones.entries())
    demandSame('a phone', phone.rows.get('sales') ?? new Set(), owned.get(consignorId(n)) ?? new Set())
  const [moved] = (await db.query<{ count: string }>(`select -sum(delta_count) as count from stock_movements where kind = 'sale'`)).rows
  const [lines] = (await db.query<{ count: string }>('select count(*) as count from sales')).rows
  if (Number(moved?.count) !== Number(lines?.count)) throw new Error(`${lines?.count} lines moved ${moved?.count} pieces of stock`)
  const [size] = (await db.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')).rows
  await db.end()
  return Number(size?.bytes)
}

function demandSame(who: string, has: ReadonlySet<string>, should: ReadonlySet<string>): void {
  const missing = [...should].filter((id) => !has.has(id)).length
  const tooMany = [...has].filter((id) => !should.has(id)).length
  if (missing + tooMany > 0) throw new Error(`${who} lacks ${missing} sales and has ${tooMany} too many`)
}

/** Figures of a run besides the times of its requests. `memory` lists the memory of each server at three moments. */
type Measured = {
  readonly devices: readonly HttpDevice[]
  readonly startMsOf: readonly number[]
  readonly memory: { readonly idle: readonly number[]; readonly connected: readonly number[]; readonly busy: readonly number[] }
  readonly bytes: number
  readonly load: readonly number[]
}

function report(options: LoadOptions, figures: Figures, { devices, startMsOf, memory, bytes, load }: Measured): void {
  const attempts = new Map<string, number>()
  for (const device of devices) for (const [ending, count] of device.attempts) attempts.set(ending, (attempts.get(ending) ?? 0) + count)
  const times = (samples: readonly number[]) => [
    String(samples.length),
    inMs(quantile(samples, 0.5)),
    inMs(quantile(samples, 0.95)),
    inMs(quantile(samples, 0.99)),
  ]
  printTable(
    `${options.clients} clients, ${options.tills} of them tills, ${options.seconds} s, a sale each ${options.pause} ms a till, ${options.servers} server(s)${options.restart ? ', restarted in turn' : ''}`,
    ['', 'count', 'p50, ms', 'p95, ms', 'p99, ms'],
    [
      ['push of one sale', ...times(figures.pushMs)],
      ['pull after a poke', ...times(figures.pullMs)],
      ['from the push to another till’s screen', ...times(figures.seenMs)],
      [`first sync, ${STARTS_AT_ONCE} at once`, ...times(startMsOf)],
    ],
  )
  printTable(
    'The servers',
    ['', 'value'],
    [
      ['memory of the largest, idle, MB', megabytes(worst(memory.idle))],
      [`with ${options.clients} event streams, MB`, megabytes(worst(memory.connected))],
      ['after the load, MB', megabytes(worst(memory.busy))],
      ['database, MB', megabytes(bytes)],
      ['sales lost or doubled', '0'],
      ['attempts by ending', [...attempts].map(([ending, count]) => `${ending}: ${count}`).join(', ')],
      ['load of the machine meanwhile (1 min), lowest to highest', `${Math.min(...load).toFixed(1)}–${Math.max(...load).toFixed(1)}`],
    ],
  )
}

async function run(options: LoadOptions): Promise<void> {
  const consignors = options.clients - options.tills
  const { database, drop } = await newPostgresDatabase()
  const url = database.url ?? ''
  const servers: ServerProcess[] = []
  const load: number[] = []
  const watch = setInterval(() => load.push(loadavg()[0] ?? 0), 1_000)
  try {
    await fill(url, options, consignors)
    for (let nth = 0; nth < options.servers; nth++) servers.push(await ServerProcess.start(url))
    const proxy = new TakingTurns(servers.map(({ port }) => port))
    const address = options.servers > 1 ? await proxy.open() : `http://127.0.0.1:${servers[0]?.port}`
    const memory = async () => Promise.all(servers.map((server) => server.metric('process_resident_memory_bytes')))
    const idle = await memory()

    const tills = Array.from({ length: options.tills }, () => new HttpDevice(address, tokenOf(ADMIN.uid)))
    const phones = Array.from({ length: consignors }, (_, n) => new HttpDevice(address, tokenOf(consignorId(n))))
    const startMsOf: number[] = []
    const waiting = [...tills, ...phones]
    const startNext = async () => {
      for (let device = waiting.pop(); device; device = waiting.pop()) {
        const startMs = performance.now()
        await device.start()
        startMsOf.push(performance.now() - startMs)
      }
    }
    await Promise.all(Array.from({ length: STARTS_AT_ONCE }, startNext))
    const figures: Figures = { pushMs: [], pullMs: [], seenMs: [], soldAt: new Map() }
    const closing = new AbortController()
    const settled = [...tills, ...phones].map((device) => followed(device, closing.signal, figures))
    const streams = async () => (await Promise.all(servers.map((server) => server.metric('shop_event_clients')))).reduce((a, b) => a + b, 0)
    while ((await streams()) < options.clients) await sleep(200)
    const connected = await memory()
    figures.pullMs.length = 0

    const endMs = performance.now() + options.seconds * 1_000
    const selling = tills.map((till) => sellUntil(till, endMs, options, consignors, figures))
    if (options.restart)
      for (const server of servers) {
        await sleep((options.seconds * 1_000) / (servers.length + 2))
        await server.stop()
        await server.start()
      }
    await Promise.all(selling)
    const busy = await memory()
    closing.abort()
    await Promise.all(settled.map((settle) => settle()))
    const bytes = await check(url, tills, phones, new Set(figures.soldAt.keys()))
    proxy.close()

    report(options, figures, { devices: [...tills, ...phones], startMsOf, memory: { idle, connected, busy }, bytes, load })
  } finally {
    clearInterval(watch)
    for (const server of servers) await server.stop()
    await drop()
  }
}

console.log(
  `\n## Load, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
)
try {
  const args = process.argv.slice(2)
  if (args[0] === 'costs') await measureCosts()
  else await run(readOptions(args))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
