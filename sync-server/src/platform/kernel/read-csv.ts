import Papa from 'papaparse'

/** One record of a CSV file. `line` is its first line, from 1. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

const breaksIn = (text: string) => text.split('\n').length - 1

/** Reads the records of a CSV file with any line end, without empty lines; the separator is the most frequent of comma, semicolon and tab in the
 *  first line. `unclosed` is the line of an opening quote without an end, or with its end on a wrong line. */
export function readCsv(text: string): { readonly records: readonly CsvRecord[]; readonly unclosed?: number } {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(source, { newline: '\n', delimiter: separatorOf(source) })
  // reversed, so that the first of several errors in one record wins
  const misquoted = new Map(
    errors
      .filter(({ type }) => type === 'Quotes')
      .map((error) => [error.row, error] as const)
      .reverse(),
  )
  const records: CsvRecord[] = []
  let line = 1
  for (const [row, cells] of data.entries()) {
    const breaks = cells.reduce((sum, cell) => sum + breaksIn(cell), 0)
    const wrong = misquoted.get(row)
    // a single quote within a cell is harmless unless it swallows other lines
    if (wrong && (wrong.code === 'MissingQuotes' || breaks > 0)) return { records, unclosed: 1 + breaksIn(source.slice(0, wrong.index)) }
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells })
    line += 1 + breaks
  }
  return { records }
}

function separatorOf(source: string): string {
  const first = source.slice(0, source.search(/\n|$/))
  return Papa.parse(first, { newline: '\n', delimitersToGuess: [',', ';', '\t'] }).meta.delimiter
}
