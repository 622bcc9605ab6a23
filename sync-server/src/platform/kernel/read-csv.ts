import Papa from 'papaparse'

/** One record of a CSV file. `line`: where it begins, from 1. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

const breaksIn = (text: string) => text.split('\n').length - 1

/** The records of a CSV file as Papa Parse reads it, with any line end. The separator is the one the first line has most of: comma, semicolon or tab. Empty lines
 *  are left out. `unclosed`: the line where a quote was opened that ends nowhere, or on another line than it should; undefined when all is well. */
export function readCsv(text: string): { readonly records: readonly CsvRecord[]; readonly unclosed?: number } {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(source, { newline: '\n', delimiter: separatorOf(source) })
  // reversed: the first of several in a row stays
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
    // a quote within a cell that is not doubled is no more than that, unless it took other lines along
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
