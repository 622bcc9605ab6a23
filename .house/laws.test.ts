import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AuditedProject, evidenceProblems, inBackticks } from './audit.ts'
import { projectFiles, projectPaths, root } from './project.ts'

const PAGE = 'shared/ARCHITECTURE.md'
const MAX_PAGE_BYTES = 12 * 1024

interface Law {
  name: string
  code: string[]
  /** `path` or `path › title`. */
  tests: string[]
}

function lawsOf(page: string): Law[] {
  return page.split(/^### /m).flatMap((part, index) => {
    if (index === 0) return []
    const lines = part.split(/^## /m)[0]?.split('\n') ?? []
    const after = (label: string) => inBackticks(lines.find((line) => line.startsWith(`${label}: `)) ?? '')
    return [{ name: lines[0] ?? '', code: after('Code'), tests: after('Shown by') }]
  })
}

const problemsOf = (laws: readonly Law[], project: AuditedProject): string[] =>
  laws.flatMap((law) => evidenceProblems(law, project).map((problem) => `${law.name}: ${problem}`))

/** Laws that a text names: ‘law *Facts*’, ‘laws *Facts* and *Stock*’. */
const namedIn = (text: string) =>
  [...text.matchAll(/\blaws? ((?:\*[A-Z][a-z ]+\*(?:,| and)? ?)+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name),
  )

const files = projectFiles()
const project = projectPaths()
const { read } = project
const laws = lawsOf(read(PAGE))

test('every law names code and tests that exist', () => {
  expect(laws.length).toBeGreaterThan(15)
  expect(problemsOf(laws, project)).toEqual([])
})

test('every law that code or a document names is on the page', () => {
  const names = new Set(laws.map(({ name }) => name))
  const unknown = files
    .filter((path) => /\.(ts|tsx|mjs|md)$/.test(path) && path !== '.house/laws.test.ts')
    .flatMap((path) => namedIn(read(path)).flatMap((name) => (names.has(name) ? [] : [`${path}: law *${name}*`])))
  expect(unknown).toEqual([])
})

test('the page stays short', () => {
  expect(statSync(join(root, PAGE)).size).toBeLessThanOrEqual(MAX_PAGE_BYTES)
})

test('each seeded violation is found', () => {
  const seeded = new Map([
    ['code.ts', ''],
    ['a.test.ts', "it('holds', go)"],
  ])
  const page = [
    '# Laws\n### Whole\nWhy.\nCode: `code.ts`.\nShown by: `a.test.ts › holds`, `a.test.ts`.\n',
    '### Bare\nWhy.\n',
    '### Stale\nCode: `gone.ts`.\nShown by: `gone.test.ts`, `a.test.ts › held`.\n## More `text.ts`\n',
  ].join('')
  expect(problemsOf(lawsOf(page), { has: (path) => seeded.has(path), read: (path) => seeded.get(path) ?? '' })).toEqual([
    'Bare: no code is named',
    'Bare: no test is named',
    'Stale: no file gone.ts',
    'Stale: no test file gone.test.ts',
    'Stale: no test ‘held’ in a.test.ts',
  ])
  expect(namedIn('never refused (law *Facts*), see laws *Stock*, *Lost futures* and *Books*; not *Ledger*')).toEqual([
    'Facts',
    'Stock',
    'Lost futures',
    'Books',
  ])
})
