import type { Item } from '@shop/shared/inventory/schema.ts'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'
import { Dexie } from 'dexie'
import { startSyncing } from '../../src/sync/engine/sync-loop.ts'
import { dropDatabase, openBare, putStrictly } from './bare-idb.ts'
import { openEngine, untilSynced } from './engine.ts'

const startOf = (size: number) => fetch(`/rows-${size}/api/sync/start`)

/** Measures a first sync through the engine, from an empty device until every row is on the disk and a search has found items. */
export async function firstSync(name: string, size: number, keep: boolean): Promise<number> {
  const startMs = performance.now()
  const engine = await openEngine(name, `/rows-${size}`)
  const index = engine.search
  startSyncing(engine)
  await untilSynced(engine)
  const found = index.snapshot().search('walnut', { limit: 50 })
  const ms = performance.now() - startMs
  const count = engine.replica.rows.of('items').all().length
  if (found.length !== 50 || count !== size) throw new Error(`${found.length} found in ${count} rows`)
  engine.stop()
  if (!keep) await dropDatabase(name)
  return ms
}

type Page = { n: number; json: string }

const openPages = (name: string) => openBare(name, (database) => database.createObjectStore('pages', { keyPath: 'n' }))

function pageOf(line: string, n: number, into: Item[][]): Page {
  const json = line.slice(line.indexOf('\t') + 1)
  into.push(unpackPage<Item>(json))
  return { n, json }
}

/** The baseline: fetches the same lines, parses them, and writes them as packed pages in one strict transaction. */
export async function packedPages(name: string, size: number): Promise<number> {
  const startMs = performance.now()
  const database = await openPages(name)
  const text = await (await startOf(size)).text()
  const parsed: Item[][] = []
  const pages = text
    .split('\n')
    .slice(1, -2)
    .map((line, n) => pageOf(line, n, parsed))
  await putStrictly(database, { pages })
  const ms = performance.now() - startMs
  if (parsed.flat().length !== size) throw new Error('rows are missing')
  database.close()
  await dropDatabase(name)
  return ms
}

/** Works like `packedPages`, but parses and writes pages while the rest of the stream is still arriving. */
export async function streamedPages(name: string, size: number): Promise<number> {
  const startMs = performance.now()
  const database = await openPages(name)
  const { body } = await startOf(size)
  const parsed: Item[][] = []
  const writes: Promise<void>[] = []
  let waiting: Page[] = []
  let rest = ''
  let n = 0
  const write = () => {
    writes.push(putStrictly(database, { pages: waiting }))
    waiting = []
  }
  for await (const text of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('items\t')) waiting.push(pageOf(line, n++, parsed))
    if (waiting.length >= 16) write()
  }
  write()
  await Promise.all(writes)
  const ms = performance.now() - startMs
  if (parsed.flat().length !== size) throw new Error('rows are missing')
  database.close()
  await dropDatabase(name)
  return ms
}

async function fetchRows(size: number): Promise<Item[]> {
  const lines = (await (await startOf(size)).text()).split('\n').slice(1, -2)
  return lines.flatMap((line) => unpackPage<Item>(line.slice(line.indexOf('\t') + 1)))
}

const openDexie = (name: string, keys: string) => {
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict' })
  dexie.version(1).stores({ items: keys })
  return dexie
}

/** Uses Dexie's bulkPut to write rows that are already fetched and parsed. `keys`: the table's primary key and indexes. */
export async function dexieBulkPut(name: string, size: number, keys: string, keep: boolean): Promise<number> {
  const rows = await fetchRows(size)
  const startMs = performance.now()
  const dexie = openDexie(name, keys)
  await dexie.table('items').bulkPut(rows)
  const ms = performance.now() - startMs
  dexie.close()
  if (!keep) await dropDatabase(name)
  return ms
}

export async function dexieToArray(name: string, size: number, keys: string): Promise<number> {
  const startMs = performance.now()
  const dexie = openDexie(name, keys)
  const rows = await dexie.table('items').toArray()
  const ms = performance.now() - startMs
  if (rows.length !== size) throw new Error(`${rows.length} rows`)
  dexie.close()
  return ms
}

/** Measures the time from opening the engine on a stored database to the answer to its first search. */
export async function coldOpen(name: string, size: number): Promise<number> {
  const startMs = performance.now()
  const engine = await openEngine(name, `/rows-${size}`)
  const found = engine.search.snapshot().search('walnut', { limit: 50 })
  const ms = performance.now() - startMs
  if (found.length !== 50) throw new Error(`${found.length} found`)
  engine.stop()
  return ms
}
