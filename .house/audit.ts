import ts from 'typescript'

/** One row of an audit table: `| what | where in the spec | code | test |`. */
export interface AuditRow {
  line: number
  what: string
  /** Paths in backticks of the third column. */
  code: string[]
  /** `path` or `path › title`, in backticks in the fourth column. */
  tests: string[]
}

/** What a table is checked against. */
export interface AuditedProject {
  /** Whether a file or folder of this path from the root belongs to the project. */
  has: (path: string) => boolean
  /** The text of a file that `has` knows. */
  read: (path: string) => string
}

const columns = 4
const inBackticks = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => (text ?? '').replaceAll('\\|', '|'))

/** The rows of all tables in a page, without headings; a row with another number of columns is a problem of its own. */
export function auditRows(markdown: string): { rows: AuditRow[]; problems: string[] } {
  const rows: AuditRow[] = []
  const problems: string[] = []
  const lines = markdown.split('\n')
  for (const [index, text] of lines.entries()) {
    const isRule = /^\|[\s|:-]+\|$/.test(text)
    const isHeading = /^\|[\s|:-]+\|$/.test(lines[index + 1] ?? '')
    if (!text.startsWith('|') || isRule || isHeading) continue
    const cells = text
      .replace(/^\|/, '')
      .replace(/\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    const [what = '', , code = '', tests = ''] = cells
    if (cells.length !== columns) problems.push(`line ${index + 1}: ${cells.length} columns instead of ${columns}`)
    else rows.push({ line: index + 1, what, code: inBackticks(code), tests: inBackticks(tests) })
  }
  return { rows, problems }
}

const testFunctions = new Set(['describe', 'forEachDatabase', 'it', 'onPostgres', 'test'])

/** The function a call begins with: `test` of `test.each([…])('…')`. */
function rootName(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return rootName(callee.expression)
  return ''
}

/** Titles of tests and groups in a test file, as they are written. */
export function testTitles(path: string, text: string): Set<string> {
  const titles = new Set<string>()
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

/** What does not hold in an audit page: code that is not there, a test that is not there, a row that no test shows. */
export function auditProblems(markdown: string, project: AuditedProject): string[] {
  const { rows, problems } = auditRows(markdown)
  const titlesOf = new Map<string, Set<string>>()
  const titles = (path: string) => {
    const known = titlesOf.get(path) ?? testTitles(path, project.read(path))
    titlesOf.set(path, known)
    return known
  }
  const problemsOfTest = (entry: string): string[] => {
    const [path = '', title] = entry.split(' › ')
    if (!project.has(path)) return [`no test file ${path}`]
    if (!/\.test\.tsx?$/.test(path)) return [`${path} is no test file`]
    return title === undefined || titles(path).has(title) ? [] : [`no test ‘${title}’ in ${path}`]
  }
  const problemsOfRow = ({ what, code, tests }: AuditRow): string[] => [
    ...(what === '' ? ['nothing is named'] : []),
    ...(code.length === 0 ? ['no code is named'] : []),
    ...code.filter((path) => !project.has(path)).map((path) => `no file ${path}`),
    ...(tests.length === 0 ? ['no test is named'] : []),
    ...tests.flatMap(problemsOfTest),
  ]
  return [...problems, ...rows.flatMap((row) => problemsOfRow(row).map((problem) => `line ${row.line}: ${problem}`))]
}
