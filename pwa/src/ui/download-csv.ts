import { type CsvValue, csvFile } from '@shop/shared/kernel/csv.ts'

/** Hands rows to the person as a CSV file that no spreadsheet runs as formulas. The name gets today's date. */
export function downloadCsv(name: string, rows: Iterable<readonly CsvValue[]>): void {
  const address = URL.createObjectURL(new Blob([csvFile(rows)], { type: 'text/csv;charset=utf-8' }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`
  anchor.click()
  // the browser has taken hold of the blob by the next turn of its loop
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
