import { type CsvValue, csvFile } from '@shop/shared/kernel/csv.ts'
import { downloadFile } from './download-file.ts'

/** Hands rows to the person as a CSV file that no spreadsheet runs as formulas. */
export function downloadCsv(fileName: string, rows: Iterable<readonly CsvValue[]>): void {
  downloadCsvText(fileName, csvFile(rows))
}

/** The same for a file the server made; the browser took its byte order mark away as it read it. */
export function downloadCsvText(fileName: string, text: string): void {
  downloadFile(fileName, new Blob([text.startsWith('\ufeff') ? text : `\ufeff${text}`], { type: 'text/csv;charset=utf-8' }))
}
