import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { type PullResponse, pullResponseSchema, type StartHeader, startHeaderSchema } from '@shop/shared/kernel/wire.ts'
import { type Database, type Server, ServerProblem } from '../ports/ports.ts'
import type { StoreState } from '../ports/records.ts'
import { addPage } from '../rows/replica.ts'
import { BaseRows } from '../rows/rows.ts'
import { type Generation, nextGeneration, putPages, type ReceivedPage } from '../store/apply-pull.ts'
import { readPageLine } from '../store/page-text.ts'

/** A first sync received in full. The caller must await `stored`. It resolves when all pages except the last few are on the disk, beside the live
 *  pages. The switch-over writes the last few. */
export type FetchedStart = {
  readonly header: StartHeader
  readonly base: BaseRows
  /** Changes made during the first sync; null when the server did not send them along, or not readably. */
  readonly news: PullResponse | null
  readonly stored: Promise<{ readonly generation: Generation; readonly lastPages: readonly ReceivedPage[] }>
}

type Options = {
  readonly state: StoreState
  /** Fewest pages that are written in one transaction, because a transaction costs more than a page. */
  readonly pagesAtOnce: number
  /** True to have the server send the changes made meanwhile in the last line of the stream. */
  readonly withNews: boolean
  readonly isKnown: (collection: string) => boolean
  readonly onProgress: (progress: { rows: number; of: number }) => void
  readonly signal?: AbortSignal
}

/** Writes pages in order while later pages arrive. One transaction takes all pages that wait. The queue may grow to twice `pagesAtOnce`. */
class PageWriter {
  private waiting: ReceivedPage[] = []
  private writing: Promise<void> | null = null
  private hasFailed = false
  private generation: Generation

  constructor(
    private readonly database: Database,
    private readonly pagesAtOnce: number,
    state: StoreState,
  ) {
    this.generation = nextGeneration(state)
  }

  /** Queues a page. When the queue is full or the disk has failed, answers a promise that the caller must await. */
  add(page: ReceivedPage): Promise<void> | null {
    this.waiting.push(page)
    if (this.waiting.length >= this.pagesAtOnce) this.writing ??= this.write()
    return this.hasFailed || this.waiting.length >= 2 * this.pagesAtOnce ? this.writing : null
  }

  /** Stops writing. Resolves after the running transaction, with the pages not yet written. */
  async end(): Promise<{ generation: Generation; lastPages: readonly ReceivedPage[] }> {
    const lastPages = this.waiting
    this.waiting = []
    await this.writing
    return { generation: this.generation, lastPages }
  }

  private write(): Promise<void> {
    const writing = (async () => {
      try {
        while (this.waiting.length >= this.pagesAtOnce) {
          const pages = this.waiting
          this.waiting = []
          this.generation = await putPages(this.database, this.generation, pages)
        }
        this.writing = null
      } catch (thrown) {
        this.hasFailed = true
        throw thrown
      }
    })()
    // a later page or `end` awaits this; until then a failure must not count as unhandled
    writing.catch(() => undefined)
    return writing
  }
}

/** Receives a first sync. Stores each page as received, and parses it while the next page arrives. */
export async function fetchStart(database: Database, server: Server, options: Options): Promise<FetchedStart> {
  const writer = new PageWriter(database, options.pagesAtOnce, options.state)
  try {
    const received = await receive(server, writer, options)
    return { ...received, stored: writer.end() }
  } catch (thrown) {
    // no page may be written after the next first sync has begun
    await writer.end().catch(() => undefined)
    throw thrown
  }
}

async function receive(
  server: Server,
  writer: PageWriter,
  { state, withNews, isKnown, onProgress, signal }: Options,
): Promise<Pick<FetchedStart, 'header' | 'base' | 'news'>> {
  const base = new BaseRows()
  const pageCounts = new Map<string, number>()
  let header: StartHeader | null = null
  let rows = 0
  for await (const { text, gzip } of server.start(withNews ? state.clientId : null, signal)) {
    if (!header) {
      header = readHeader(text)
      continue
    }
    if (/^end(?:\t|$)/.test(text)) return { header, base, news: readNews(text.slice(4)) }
    const page = readPageLine(text)
    if (!page) throw new ServerProblem('broken', 'a first sync with a line that is not a page')
    const { collection, json } = page
    if (!isKnown(collection)) continue
    const n = pageCounts.get(collection) ?? 0
    pageCounts.set(collection, n + 1)
    rows += parsePage(base, collection, json)
    onProgress({ rows, of: Object.values(header.counts).reduce((sum, count) => sum + count, 0) })
    await writer.add({ collection, n, ...(gzip ? { gzip } : { json }) })
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

/** Answers null for unreadable changes. The device then pulls, and the pull reports the error. */
const readNews = (json: string): PullResponse | null => pullResponseSchema.safeParse(parseJson(json)).data ?? null

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
