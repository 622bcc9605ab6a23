/** What a CSV cell can hold. A number stays a number, also a negative one. */
export type CsvValue = string | number | null

/** A cell that starts like this is run as a formula by spreadsheets; the wide forms by those of East Asia. With apostrophes before it, it could be taken for one that was made harmless. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/

/** One cell, quoted where RFC 4180 asks for it. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return `${value}`
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A file of these rows: UTF-8 text with a byte order mark, so that spreadsheets read it as such, and CRLF line ends. */
export function csvFile(rows: Iterable<readonly CsvValue[]>): string {
  let text = '\ufeff'
  for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
  return text
}

/** A cell as read back: without the apostrophe that `csvCell` put in front of a formula. */
export function readCsvCell(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text) ? text.slice(1) : text
}
