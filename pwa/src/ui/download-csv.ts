import { type CsvValue, csvFile } from '@shop/shared/kernel/csv.ts'
import { downloadFile } from './download-file.ts'

/** Downloads rows as a CSV file in which no spreadsheet runs a text as a formula. */
export function downloadCsv(fileName: string, rows: Iterable<readonly CsvValue[]>): void {
  downloadFile(fileName, new Blob([csvFile(rows)], { type: 'text/csv;charset=utf-8' }))
}
