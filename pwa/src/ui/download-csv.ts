import { type CsvValue, csvFile } from '@shop/shared/kernel/csv.ts'
import { downloadFile } from './download-file.ts'

/** Hands rows to the person as a CSV file that no spreadsheet runs as formulas. */
export function downloadCsv(fileName: string, rows: Iterable<readonly CsvValue[]>): void {
  downloadCsvText(fileName, csvFile(rows))
}

/** A spreadsheet takes a file with a byte order mark for UTF-8. */
function downloadCsvText(fileName: string, text: string): void {
  downloadFile(fileName, new Blob([text.startsWith('\ufeff') ? text : `\ufeff${text}`], { type: 'text/csv;charset=utf-8' }))
}
