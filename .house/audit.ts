import ts from 'typescript'

/** One row of an audit table: `| promise | number | code | test |`. */
export interface AuditRow {
  line: number
  promise: string
  /** For example S1.2, in a row below the heading S1. */
  number: string
  /** Number of the heading above the row; empty where that heading has none. */
  heading: string
  /** Paths in backticks in the third column. */
  code: string[]
  /** `path` or `path › title`, in backticks in the fourth column. */
  tests: string[]
}

/** Access to the files that rows can name. */
export interface AuditedProject {
  /** True if the path, relative to the root, leads to a file or folder of the project. */
  has: (path: string) => boolean
  read: (path: string) => string
}

const columns = 4
const numberedHeading = /^## ([A-Z]\d+) · /
/** Texts in backticks. A table escapes the bars in these texts; the result has them unescaped. */
export const inBackticks = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => (text ?? '').replaceAll('\\|', '|'))

/** Rows of all tables of a page, without the header rows. A row with too many or too few columns becomes a problem instead. */
export function auditRows(markdown: string): { rows: AuditRow[]; problems: string[] } {
  const rows: AuditRow[] = []
  const problems: string[] = []
  const lines = markdown.split('\n')
  let heading = ''
  for (const [index, text] of lines.entries()) {
    const isRule = /^\|[\s|:-]+\|$/.test(text)
    const isHeading = /^\|[\s|:-]+\|$/.test(lines[index + 1] ?? '')
    if (text.startsWith('## ')) heading = numberedHeading.exec(text)?.[1] ?? ''
    if (!text.startsWith('|') || isRule || isHeading) continue
    const cells = text
      .replace(/^\|/, '')
      .replace(/\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    const [promise = '', number = '', code = '', tests = ''] = cells
    if (cells.length !== columns) problems.push(`line ${index + 1}: ${cells.length} columns instead of ${columns}`)
    else rows.push({ line: index + 1, promise, number, heading, code: inBackticks(code), tests: inBackticks(tests) })
  }
  return { rows, problems }
}

const countOf = (number = '') => Number(/\d+$/.exec(number)?.[0] ?? 0)

/** Allows gaps, because the numbers of dropped promises stay unused. */
function problemsOfNumbers(rows: readonly AuditRow[]): string[] {
  return rows.flatMap(({ line, number, heading }, index) => {
    const before = rows[index - 1]
    if (heading === '') return [`line ${line}: the heading above ${number} has no number`]
    if (!number.startsWith(`${heading}.`) || countOf(number) === 0) return [`line ${line}: ‘${number}’ is no number of ${heading}`]
    const isSameHeading = before?.heading === heading
    const grows = isSameHeading ? countOf(number) > countOf(before.number) : countOf(heading) > countOf(before?.heading)
    const isSamePage = before === undefined || before.heading[0] === heading[0]
    return grows && isSamePage ? [] : [`line ${line}: ${number} does not follow ${before?.number ?? 'anything'}`]
  })
}

export function repeatedNumbers(pages: readonly string[]): string[] {
  const numbers = pages.flatMap((markdown) => auditRows(markdown).rows.map(({ number }) => number))
  return [...new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))]
}

const testFunctions = new Set(['describe', 'forEachDatabase', 'it', 'onPostgres', 'test'])

/** Name of the function that a chain of calls begins with: `test` of `test.each([…])('…')`. */
function rootName(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return rootName(callee.expression)
  return ''
}

/** Titles by the text of their file, kept because many rows name the same file. */
const titlesByText = new Map<string, Set<string>>()

/** Titles of tests and groups in a test file, with placeholders such as %s left in. */
function testTitles(path: string, text: string): Set<string> {
  const parsed = titlesByText.get(text)
  if (parsed) return parsed
  const titles = new Set<string>()
  titlesByText.set(text, titles)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && testFunctions.has(rootName(node.expression))) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.add(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS))
  return titles
}

/** Problems with the code and tests that a promise or a law names. */
export function evidenceProblems({ code, tests }: Pick<AuditRow, 'code' | 'tests'>, { has, read }: AuditedProject): string[] {
  const problemsOfTest = (entry: string): string[] => {
    const [path = '', title] = entry.split(' › ')
    if (!has(path)) return [`no test file ${path}`]
    if (!/\.test\.tsx?$/.test(path)) return [`${path} is no test file`]
    return title === undefined || testTitles(path, read(path)).has(title) ? [] : [`no test ‘${title}’ in ${path}`]
  }
  return [
    ...(code.length === 0 ? ['no code is named'] : []),
    ...code.filter((path) => !has(path)).map((path) => `no file ${path}`),
    ...(tests.length === 0 ? ['no test is named'] : []),
    ...tests.flatMap(problemsOfTest),
  ]
}

export function auditProblems(markdown: string, project: AuditedProject): string[] {
  const { rows, problems } = auditRows(markdown)
  const problemsOfRow = (row: AuditRow) => [...(row.promise === '' ? ['no promise is named'] : []), ...evidenceProblems(row, project)]
  return [
    ...problems,
    ...problemsOfNumbers(rows),
    ...rows.flatMap((row) => problemsOfRow(row).map((problem) => `line ${row.line}: ${problem}`)),
  ]
}
