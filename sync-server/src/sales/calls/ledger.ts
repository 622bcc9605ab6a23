import { csvFile } from '@shop/shared/kernel/csv.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { salesRefusals } from '@shop/shared/sales/errors.ts'
import {
  checkLedgerCall,
  exportLedgerCall,
  LEDGER_EXPORT_MAX_POSTINGS,
  LEDGER_PAGE_POSTINGS,
  listPostingsCall,
} from '@shop/shared/sales/ledger-calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { BooksChecker } from '../books-check.ts'
import { LedgerFile } from '../ledger-file.ts'
import { countPlaces, findPlaces, type Place } from '../ledger-pages.ts'
import { shopTimeZone, wantedOf } from '../ledger-period.ts'
import { readPostings } from '../postings.ts'

/** GET /sales/ledger. */
export const handleListPostings = implementCall(listPostingsCall, async ({ query: { after, ...filter }, platform }) => {
  const wanted = wantedOf(filter, await shopTimeZone(platform))
  return platform.transaction(
    async (tx) => {
      // reads one posting beyond the page, which shows if there are more
      const reach = { latestFirst: true, after: after === undefined ? null : placeOf(after), limit: LEDGER_PAGE_POSTINGS + 1 }
      const found = await findPlaces(tx, wanted, reach)
      const shown = found.slice(0, LEDGER_PAGE_POSTINGS)
      const last = shown.at(-1)
      return {
        postings: await readPostings(tx, shown),
        next: last && found.length > shown.length ? `${last.atMs}_${last.postingId}` : null,
      }
    },
    { access: 'read only' },
  )
})

function placeOf(after: string): Place {
  const cut = after.indexOf('_')
  return { atMs: Number(after.slice(0, cut)), postingId: after.slice(cut + 1) }
}

/** Number of postings to read and send at a time, few enough not to delay the till. */
const CHUNK_POSTINGS = 500

/** GET /sales/ledger/export. Streams the rows while it reads them. The totals at the end belong to the rows before them. A file without totals is
 *  incomplete. */
export const handleExportLedger = implementCall(exportLedgerCall, async ({ query, platform }) => {
  const timeZone = await shopTimeZone(platform)
  const wanted = wantedOf(query, timeZone)
  const readOnly = { access: 'read only' } as const
  const count = await countPlaces(platform, wanted, LEDGER_EXPORT_MAX_POSTINGS)
  if (count > LEDGER_EXPORT_MAX_POSTINGS) {
    const most = LEDGER_EXPORT_MAX_POSTINGS.toLocaleString('en-US')
    throw refusal(salesRefusals, 'LEDGER_PERIOD_TOO_LONG', {
      message: `These are more than ${most} postings, too many for one file. Please choose a shorter period.`,
    })
  }
  const file = new LedgerFile(timeZone)
  let after: Place | null = null
  let sentCount = 0
  const encoder = new TextEncoder()
  const read = () =>
    platform.transaction(async (tx) => {
      // postings that arrive during the export, for example from a till that was offline, do not extend the file beyond its maximum
      const limit = Math.min(CHUNK_POSTINGS, LEDGER_EXPORT_MAX_POSTINGS - sentCount)
      const places = await findPlaces(tx, wanted, { latestFirst: false, after, limit })
      after = places.at(-1) ?? after
      return readPostings(tx, places)
    }, readOnly)
  // reads before the first byte is sent, so that a failure of the database can still be answered with a status
  let first: Awaited<ReturnType<typeof read>> | null = await read()
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(csvFile([LedgerFile.HEADERS]))),
    async pull(stream) {
      const postings: Awaited<ReturnType<typeof read>> = first ?? (await read())
      first = null
      sentCount += postings.length
      if (postings.length > 0) {
        stream.enqueue(encoder.encode(csvLines(postings.flatMap((posting) => file.rowsOf(posting)))))
        return
      }
      stream.enqueue(encoder.encode(csvLines(file.totals())))
      stream.close()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="ledger.csv"',
      'cache-control': 'no-store',
    },
  })
})

/** Formats later rows, without another byte order mark. */
const csvLines = (rows: Parameters<typeof csvFile>[0]) => csvFile(rows).slice(1)

/** POST /sales/ledger/check. */
export const handleCheckLedger = (books: BooksChecker) =>
  implementCall(checkLedgerCall, ({ actor, platform }) => books.check(actor, platform.runCommand))
