import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { type StartHeader, startHeaderSchema } from '@shop/shared/kernel/wire.ts'
import { type Database, type Server, ServerProblem } from './ports.ts'
import { addPage } from './replica.ts'
import { BaseRows } from './rows.ts'
import { beginGeneration, putPages } from './store/pull.ts'
import type { PageRecord } from './store/records.ts'

/** Pages stored in one transaction while the next ones arrive. */
const PAGES_PER_WRITE = 8

/** A first sync whose pages are stored beside the live ones, ready to be switched to. */
export type FetchedStart = { readonly generation: number; readonly header: StartHeader; readonly base: BaseRows }

type Options = {
  readonly isKnown: (collection: string) => boolean
  readonly onProgress: (progress: { rows: number; of: number }) => void
  readonly signal?: AbortSignal
}

/** Streams a first sync: each page is stored as the text it came as, and parsed while the next one is under way. */
export async function fetchStart(database: Database, server: Server, { isKnown, onProgress, signal }: Options): Promise<FetchedStart> {
  const generation = await beginGeneration(database)
  const base = new BaseRows()
  const pageCounts = new Map<string, number>()
  let header: StartHeader | null = null
  let ended = false
  let rows = 0
  let waiting: PageRecord[] = []
  let writing: Promise<void> = Promise.resolve()
  const write = async () => {
    const pages = waiting
    waiting = []
    await writing
    writing = putPages(database, pages)
    // awaited with the next write or at the end; until then a failure must not count as unhandled
    writing.catch(() => undefined)
  }
  for await (const line of server.start(signal)) {
    if (!header) {
      header = readHeader(line)
      continue
    }
    if (line === 'end') {
      ended = true
      break
    }
    const tab = line.indexOf('\t')
    const collection = line.slice(0, tab)
    if (tab < 1) throw new ServerProblem('broken', 'a first sync with a line that is none')
    if (!isKnown(collection)) continue
    const json = line.slice(tab + 1)
    rows += parsePage(base, collection, json)
    const n = pageCounts.get(collection) ?? 0
    pageCounts.set(collection, n + 1)
    waiting.push({ generation, collection, n, json })
    onProgress({ rows, of: Object.values(header.counts).reduce((sum, count) => sum + count, 0) })
    if (waiting.length >= PAGES_PER_WRITE) await write()
  }
  if (!header || !ended) throw new ServerProblem('offline', 'the first sync was cut off')
  await write()
  await writing
  return { generation, header, base }
}

function readHeader(line: string): StartHeader {
  const parsed = startHeaderSchema.safeParse(parseJson(line))
  if (!parsed.success) throw new ServerProblem('broken', 'a first sync without a header', { cause: parsed.error })
  if (parsed.data.protocol !== PROTOCOL_VERSION)
    throw new ServerProblem(
      'refused',
      'This app and the shop’s server are of different versions. Please reload to update; your work is kept.',
      {
        code: 'PROTOCOL_UNSUPPORTED',
      },
    )
  return parsed.data
}

function parsePage(base: BaseRows, collection: string, json: string): number {
  try {
    return addPage(base, collection, json)
  } catch (cause) {
    throw new ServerProblem('broken', `a page of ${collection} that cannot be read`, { cause })
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
