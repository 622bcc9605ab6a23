/** Value of a CSV cell. A number stays a number, even a negative one. */
export type CsvValue = string | number | null

/** Start of a cell that spreadsheets run as a formula. East Asian spreadsheets also accept the full-width characters. The pattern includes leading
 *  apostrophes, because otherwise `=1` and `'=1` would become the same cell. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Writes one cell, quoted as RFC 4180 requires. A text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return `${value}`
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes these rows as a CSV file with CRLF line ends. A byte order mark tells spreadsheets that the file is UTF-8. */
export function csvFile(rows: Iterable<readonly CsvValue[]>): string {
  let text = '\ufeff'
  for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
  return text
}

/** Reads a cell back: strips the apostrophe that `csvCell` puts in front of a formula. */
export function readCsvCell(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text) ? text.slice(1) : text
}
