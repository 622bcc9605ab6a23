import { MAX_IMPORT_ROWS } from '@shop/shared/inventory/commands/import-items.ts'
import type { RawImportRow } from '@shop/shared/inventory/rules/import-rows.ts'
import Papa from 'papaparse'
import { grouped } from '../../ui/counted.ts'
import { type KnownExport, readKnownExport } from './known-exports.ts'

/** Maximum file size; 200,000 rows of our own export are smaller. */
export const MAX_FILE_BYTES = 200_000_000

/** Maximum size of an Excel file, which is read at once and unpacks to about ten times its size. 200,000 rows of our own export are smaller. */
const MAX_SHEET_BYTES = 15_000_000

/** Bytes parsed at once: about 10 ms of work, so that the page stays responsive. */
export const CHUNK_BYTES = 256 * 1024

/** Number of characters above which a row must have an unclosed quotation mark. All texts of an item together stay far below it. */
const MAX_ROW_CHARS = 1_000_000

/** A file as read: its first row as headers, the rest as text cells. */
export type FileContent = {
  readonly fileName: string
  readonly headers: readonly string[]
  readonly rows: readonly RawImportRow[]
  /** The program whose export this is, with the columns that its fields stand in. */
  readonly known?: Omit<KnownExport, 'rows'>
}

/** The file is unreadable; the message says why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Number of line breaks inside the quoted cells of a row. */
const breaksIn = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

/** Collects parsed rows in file order. The first non-blank row becomes the headers; blank rows are skipped. */
class RowCollector {
  headers: readonly string[] | null = null
  readonly rows: RawImportRow[] = []
  nextLine = 1

  take(cells: readonly string[], isMisquoted: boolean): void {
    const line = this.nextLine
    const breaks = breaksIn(cells)
    this.nextLine += 1 + breaks
    if (isBlank(cells)) return
    if (this.headers) this.rows.push(isMisquoted ? { line, cells, isMisquoted } : { line, cells })
    else if (isMisquoted && breaks > 0) throw neverClosed(line)
    else this.headers = cells.map((cell) => cell.trim())
  }

  /** Takes a row of a spreadsheet, where a line break inside a cell begins no new line. */
  takeLine(line: number, cells: readonly string[]): void {
    this.nextLine = line
    this.take(cells, false)
  }
}

const neverClosed = (line: number) => new UnreadableFile(`A quotation mark in the row of line ${line} is never closed. Please correct it.`)

/** Detects the encoding. Spreadsheets on Windows still write windows-1252, which accepts any byte and thus comes last. */
export async function encodingOf(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const strict = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < file.size; at += 1_000_000) strict.decode(await file.slice(at, at + 1_000_000).arrayBuffer(), { stream: true })
    strict.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Yields the decoded text in chunks, with `\n` for every kind of line break. A character or `\r\n` may span two chunks. */
async function* textOf(file: Blob, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let held = ''
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const text = held + decoder.decode(await file.slice(at, at + CHUNK_BYTES).arrayBuffer(), { stream: true })
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
  yield (held + decoder.decode()).replace(/\r\n?/g, '\n')
}

/** Parses text that arrives in chunks. An incomplete row waits for the next chunk. */
class ChunkParser {
  readonly taken = new RowCollector()
  private parser: Papa.Parser | null = null
  private rest = ''

  take(text: string, isLast: boolean): void {
    this.rest += text
    this.parser ??= new Papa.Parser({ newline: '\n', delimiter: Papa.parse(this.rest, { newline: '\n', preview: 1 }).meta.delimiter })
    const { data, errors, meta } = this.parser.parse(this.rest, 0, !isLast) as Papa.ParseResult<string[]>
    const misquoted = new Set(errors.map(({ row }) => row))
    data.forEach((cells, index) => {
      this.taken.take(cells, misquoted.has(index))
    })
    this.rest = this.rest.slice(meta.cursor)
    refuseBinary(this.taken.headers ?? [this.rest])
    if (this.rest.length > MAX_ROW_CHARS) throw neverClosed(this.taken.nextLine)
  }
}

/** Reads a CSV or Excel file. `onProgress`: fraction read, 0…1; an Excel file tells none. Rejects with UnreadableFile, or with the signal's reason when
 *  aborted. */
export async function readGoodsFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<FileContent> {
  const start = new Uint8Array(await file.slice(0, ZIP.length).arrayBuffer())
  return ZIP.every((byte, at) => start[at] === byte) ? readSheetFile(file, signal) : readCsvFile(file, onProgress, signal)
}

/** First bytes of an archive, which an Excel file is. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]

/** Reads the first sheet of an Excel file. `cellsOf`: reads its cells, by default in a worker. */
export async function readSheetFile(file: File, signal: AbortSignal, cellsOf: SheetReader = cellsInWorker): Promise<FileContent> {
  if (file.size > MAX_SHEET_BYTES)
    throw new UnreadableFile(`This Excel file is larger than ${MAX_SHEET_BYTES / 1_000_000} MB. Please save it as CSV (UTF-8).`)
  const sheet = await cellsOf(file, signal)
  signal.throwIfAborted()
  if (!sheet) throw unreadableSheet()
  const taken = new RowCollector()
  for (const [index, cells] of sheet.entries()) taken.takeLine(index + 1, cells)
  if (taken.rows.length > MAX_IMPORT_ROWS) throw tooManyRows()
  return contentOf(file, taken)
}

const unreadableSheet = () =>
  new UnreadableFile('This Excel file cannot be read. Please open it in a spreadsheet and save it as CSV (UTF-8).')

type SheetReader = (file: Blob, signal: AbortSignal) => Promise<string[][] | null>

async function cellsInWorker(file: Blob, signal: AbortSignal): Promise<string[][] | null> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string[][] | null>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = () => reject(unreadableSheet())
    worker.onmessageerror = () => reject(unreadableSheet())
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}

/** Reads a CSV file in slices. `onProgress`: fraction read, 0…1. Rejects with UnreadableFile, or with the signal's reason when aborted. */
export async function readCsvFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<FileContent> {
  if (file.size > MAX_FILE_BYTES) throw new UnreadableFile(`This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Please split it.`)
  const parser = new ChunkParser()
  const { taken } = parser
  let readBytes = 0
  for await (const text of textOf(file, await encodingOf(file))) {
    signal.throwIfAborted()
    parser.take(text, readBytes >= file.size)
    readBytes += CHUNK_BYTES
    if (taken.rows.length > MAX_IMPORT_ROWS) throw tooManyRows()
    onProgress(Math.min(1, readBytes / Math.max(1, file.size)))
  }
  return contentOf(file, taken)
}

const tooManyRows = () => new UnreadableFile(`This file has more than ${grouped(MAX_IMPORT_ROWS)} rows. Please split it.`)

function contentOf(file: File, { headers, rows }: RowCollector): FileContent {
  if (!headers) throw new UnreadableFile('This file is empty.')
  if (rows.length === 0) throw new UnreadableFile('This file has headers but no rows.')
  const known = readKnownExport(headers, rows)
  return known ? { fileName: file.name, headers, rows: known.rows, known } : { fileName: file.name, headers, rows }
}

/** Refuses a file that is not text: pictures, programs and old spreadsheets contain NUL characters early on. */
function refuseBinary(headers: readonly string[]): void {
  if (headers.some((cell) => cell.includes('\u0000')))
    throw new UnreadableFile(
      'This is no CSV or Excel (.xlsx) file, or it has a password. In a spreadsheet choose “Save as” and then CSV (UTF-8).',
    )
}
