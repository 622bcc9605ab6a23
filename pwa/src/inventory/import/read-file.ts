import { MAX_IMPORT_ROWS } from '@shop/shared/inventory/commands/import-items.ts'
import type { RawImportRow } from '@shop/shared/inventory/rules/import-rows.ts'
import Papa from 'papaparse'

/** The largest file that is read; 200,000 rows of our own export are smaller. */
export const MAX_FILE_BYTES = 200_000_000

/** Bytes parsed at once: about 10 ms of work, so that the page stays responsive. */
const CHUNK_BYTES = 256 * 1024

/** A file as read: its first row as headers, the rest as text cells. */
export type CsvContent = { readonly fileName: string; readonly headers: readonly string[]; readonly rows: readonly RawImportRow[] }

/** The file cannot be read; the message says why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** Line breaks inside a quoted cell, however they are written. */
const BREAKS = /\r\n|\r|\n/g

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Takes the parsed rows of a file in their order: the first one that is not blank is the headers, blank ones are left out. */
export class RowCollector {
  headers: readonly string[] | null = null
  readonly rows: RawImportRow[] = []
  private nextLine = 1

  take(cells: readonly string[]): void {
    const line = this.nextLine
    this.nextLine += 1
    // a quoted cell may span lines
    for (const cell of cells) if (cell.includes('\n') || cell.includes('\r')) this.nextLine += cell.match(BREAKS)?.length ?? 0
    if (isBlank(cells)) return
    if (this.headers) this.rows.push({ line, cells })
    else this.headers = cells.map((cell) => cell.replace(/^\ufeff/, '').trim())
  }
}

/** How the bytes of a file are to be read. Spreadsheets on Windows still write their old code page; it reads any byte, so it is the last guess. */
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

/** Reads a CSV file in slices. `onProgress`: part read, 0…1. Rejects with UnreadableFile, or with the signal's reason when it was given up. */
export async function readCsvFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<CsvContent> {
  if (file.size > MAX_FILE_BYTES) throw new UnreadableFile(`This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Please split it.`)
  const encoding = await encodingOf(file)
  const taken = new RowCollector()
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(file, {
      encoding,
      chunkSize: CHUNK_BYTES,
      skipEmptyLines: false,
      chunk: ({ data, meta }, parser) => {
        for (const cells of data) taken.take(cells)
        if (signal.aborted || taken.rows.length > MAX_IMPORT_ROWS) parser.abort()
        onProgress(file.size === 0 ? 1 : Math.min(1, meta.cursor / file.size))
      },
      complete: () => resolve(),
      error: (problem) => reject(new UnreadableFile(`This file cannot be read: ${problem.message}`)),
    })
  })
  signal.throwIfAborted()
  const { headers, rows } = taken
  if (rows.length > MAX_IMPORT_ROWS)
    throw new UnreadableFile(`This file has more than ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. Please split it.`)
  if (!headers) throw new UnreadableFile('This file is empty.')
  if (looksBinary(headers)) throw new UnreadableFile('This is no CSV file. In a spreadsheet choose “Save as” and then CSV (UTF-8).')
  if (rows.length === 0) throw new UnreadableFile('This file has headers but no rows.')
  return { fileName: file.name, headers, rows }
}

// A spreadsheet's own file is a zip archive; a picture or a program has NUL characters early on.
const looksBinary = (headers: readonly string[]) =>
  headers.some((cell) => cell.includes('\u0000')) || (headers[0] ?? '').startsWith('PK\u0003\u0004')
