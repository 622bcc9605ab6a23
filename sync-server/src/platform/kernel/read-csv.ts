import Papa from 'papaparse'

/** One record of a CSV file. `line` is the number of its first line, from 1. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

const breaksIn = (text: string) => text.split('\n').length - 1

/** Reads the records of a CSV file with every kind of line end, and skips empty lines. The separator is the most frequent of comma, semicolon and tab
 *  in the first line. `unclosed`: the line of an opening quotation mark that is never closed, or is closed on a wrong line. */
export function readCsv(text: string): { readonly records: readonly CsvRecord[]; readonly unclosed?: number } {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(source, { newline: '\n', delimiter: separatorOf(source) })
  // reversed, so that the first of several errors in one record counts
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
    // one stray quotation mark in a cell is harmless unless it swallows further lines
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
