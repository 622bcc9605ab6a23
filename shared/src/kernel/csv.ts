import { type Cents, plainDollars } from './money.ts'

/** Value of a CSV cell. A number stays a number, even a negative one; `cents` is an amount, written in dollars with two decimals. */
export type CsvValue = string | number | { readonly cents: Cents } | null

/** Start of a cell that spreadsheets run as a formula. East Asian spreadsheets also accept the full-width characters. The pattern includes leading
 *  apostrophes, because otherwise `=1` and `'=1` would become the same cell. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A formula inside a text. Where the decimal sign is a comma, spreadsheets split a line at its semicolons, also within a cell that is quoted; some split
 *  it at tabs. */
const FORMULA_INSIDE = /([;\t\r\n]["']*)(?=[=+\-@＝＋－＠])/g

/** Writes one cell, quoted as RFC 4180 requires. A formula that a spreadsheet would run, also one inside the text, gets an apostrophe in front of it. */
export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return `${value}`
  if (typeof value === 'object') return plainDollars(value.cents)
  const inside = value.replace(FORMULA_INSIDE, "$1'")
  const text = FORMULA_START.test(value) ? `'${inside}` : inside
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes these rows as a CSV file with CRLF line ends. A byte order mark tells spreadsheets that the file is UTF-8. */
export function csvFile(rows: Iterable<readonly CsvValue[]>): string {
  let text = '\ufeff'
  for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
  return text
}

/** Reads a cell back: strips the apostrophes that `csvCell` puts in front of formulas. */
export function readCsvCell(text: string): string {
  const plain = text.startsWith("'") && FORMULA_START.test(text) ? text.slice(1) : text
  return plain.replace(FORMULA_INSIDE, (before) => (before.endsWith("'") ? before.slice(0, -1) : before))
}
