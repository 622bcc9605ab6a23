/** One record of a CSV file. `line`: where it begins, from 1. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

/** The records of a CSV file (RFC 4180): any line end, cells in double quotes may hold separators, line ends and doubled quotes. The separator is the one the first
 *  line has most of: comma, semicolon or tab. Empty lines are left out. `unclosed`: the line where a quote was opened that never ends; undefined when all is well. */
export function readCsv(text: string): { readonly records: readonly CsvRecord[]; readonly unclosed?: number } {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = separatorOf(source)
  const records: CsvRecord[] = []
  let cells: string[] = []
  let line = 1
  let beganAt = 1
  let at = 0
  const end = () => {
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line: beganAt, cells })
    cells = []
    beganAt = line
  }
  while (at < source.length) {
    let cell = ''
    if (source[at] === '"') {
      const openedAt = line
      for (at++; ; at++) {
        if (at >= source.length) return { records, unclosed: openedAt }
        if (source[at] === '"') {
          if (source[at + 1] !== '"') break
          at++
        }
        if (source[at] === '\n') line++
        cell += source[at]
      }
      at++
    }
    const rest = at
    while (at < source.length && source[at] !== separator && source[at] !== '\n' && source[at] !== '\r') at++
    cells.push(cell + source.slice(rest, at))
    if (source[at] === separator) {
      at++
      // a separator at the very end opens one more, empty cell
      if (at >= source.length) cells.push('')
      continue
    }
    if (source[at] === '\r') at++
    if (source[at] === '\n') at++
    line++
    end()
  }
  end()
  return { records }
}

function separatorOf(source: string): string {
  const first = source.slice(0, source.search(/[\r\n]|$/))
  const counts = [',', ';', '\t'].map((sign) => [sign, first.split(sign).length] as const)
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}
