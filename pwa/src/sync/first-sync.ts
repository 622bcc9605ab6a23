import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { type StartHeader, startHeaderSchema } from '@shop/shared/kernel/wire.ts'
import { type Database, type Server, ServerProblem } from './ports.ts'
import { addPage } from './replica.ts'
import { BaseRows } from './rows.ts'
import { beginGeneration, type Generation, putPages, type ReceivedPage } from './store/pull.ts'

/** Pages that may wait for the disk before the stream has to. */
const MAX_WAITING_PAGES = 32

/** A first sync that arrived whole. When `lastPages` resolves all pages but these lie beside the live ones, on the disk; these are written with the
 *  switch-over. Whoever has this must await it. */
export type FetchedStart = {
  readonly generation: Generation
  readonly header: StartHeader
  readonly base: BaseRows
  readonly lastPages: Promise<readonly ReceivedPage[]>
}

type Options = {
  readonly isKnown: (collection: string) => boolean
  readonly onProgress: (progress: { rows: number; of: number }) => void
  readonly signal?: AbortSignal
}

/** Writes pages in the order they come, all that wait in one transaction, while the next ones arrive. */
class PageWriter {
  private waiting: ReceivedPage[] = []
  private writing: Promise<void> | null = null
  private hasFailed = false

  constructor(
    private readonly database: Database,
    private readonly generation: Promise<Generation>,
  ) {}

  /** Answers what to wait for when too many pages wait for the disk, or when it took none. */
  add(page: ReceivedPage): Promise<void> | null {
    this.waiting.push(page)
    this.writing ??= this.write()
    return this.hasFailed || this.waiting.length >= MAX_WAITING_PAGES ? this.writing : null
  }

  /** Writes no more. Resolves, when a transaction that runs has come to its end, with the pages that still wait. */
  async end(): Promise<readonly ReceivedPage[]> {
    const left = this.waiting
    this.waiting = []
    await this.writing
    await this.generation
    return left
  }

  private write(): Promise<void> {
    const writing = (async () => {
      try {
        const generation = await this.generation
        while (this.waiting.length > 0) {
          const pages = this.waiting
          this.waiting = []
          await putPages(this.database, generation, pages)
        }
        this.writing = null
      } catch (thrown) {
        this.hasFailed = true
        throw thrown
      }
    })()
    // awaited with a later page or at the end; until then a failure must not count as unhandled
    writing.catch(() => undefined)
    return writing
  }
}

/** Streams a first sync: each page is stored as the text it came as, and parsed while the next one is under way. */
export async function fetchStart(database: Database, server: Server, options: Options): Promise<FetchedStart> {
  const generation = beginGeneration(database)
  generation.catch(() => undefined)
  const writer = new PageWriter(database, generation)
  try {
    const { header, base } = await receive(server, writer, options)
    return { generation: await generation, header, base, lastPages: writer.end() }
  } catch (thrown) {
    // nothing of it may be written after the next first sync has begun
    await writer.end().catch(() => undefined)
    throw thrown
  }
}

async function receive(
  server: Server,
  writer: PageWriter,
  { isKnown, onProgress, signal }: Options,
): Promise<{ header: StartHeader; base: BaseRows }> {
  const base = new BaseRows()
  const pageCounts = new Map<string, number>()
  let header: StartHeader | null = null
  let rows = 0
  for await (const line of server.start(signal)) {
    if (!header) {
      header = readHeader(line)
      continue
    }
    if (line === 'end') return { header, base }
    const tab = line.indexOf('\t')
    const collection = line.slice(0, tab)
    if (tab < 1) throw new ServerProblem('broken', 'a first sync with a line that is none')
    if (!isKnown(collection)) continue
    const json = line.slice(tab + 1)
    const n = pageCounts.get(collection) ?? 0
    pageCounts.set(collection, n + 1)
    rows += parsePage(base, collection, json)
    onProgress({ rows, of: Object.values(header.counts).reduce((sum, count) => sum + count, 0) })
    await writer.add({ collection, n, json })
  }
  throw new ServerProblem('offline', 'the first sync was cut off')
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
