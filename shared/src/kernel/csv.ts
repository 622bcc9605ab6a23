/** Value of a CSV cell. A number stays a number, even a negative one. */
export type CsvValue = string | number | null

/** Spreadsheets run a cell that starts like this as a formula; East Asian ones also accept the full-width forms. Leading apostrophes belong to the
 *  pattern, because otherwise a text that begins with `'=` would look as if `csvCell` had already put the apostrophe there. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/

/** One cell, quoted as RFC 4180 requires. A text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return `${value}`
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** CSV file of these rows: UTF-8 with CRLF line ends, and a byte order mark so that spreadsheets decode it correctly. */
export function csvFile(rows: Iterable<readonly CsvValue[]>): string {
  let text = '\ufeff'
  for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
  return text
}

/** Reads a cell back: strips the apostrophe that `csvCell` puts in front of a formula. */
export function readCsvCell(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text) ? text.slice(1) : text
}
