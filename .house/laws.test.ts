import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AuditedProject, testTitles } from './audit.ts'
import { projectFiles, root } from './project.ts'

const PAGE = 'shared/ARCHITECTURE.md'
const MAX_PAGE_BYTES = 12 * 1024

interface Law {
  name: string
  code: string[]
  /** `path` or `path › title`. */
  tests: string[]
}

const inBackticks = (line = '') => [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

function lawsOf(page: string): Law[] {
  return page.split(/^### /m).flatMap((part, index) => {
    if (index === 0) return []
    const lines = part.split(/^## /m)[0]?.split('\n') ?? []
    const after = (label: string) => inBackticks(lines.find((line) => line.startsWith(`${label}: `)))
    return [{ name: lines[0] ?? '', code: after('Code'), tests: after('Shown by') }]
  })
}

function problemsOf(laws: readonly Law[], { has, read }: AuditedProject): string[] {
  return laws.flatMap(({ name, code, tests }) => [
    ...(code.length === 0 ? [`${name}: no code is named`] : []),
    ...(tests.length === 0 ? [`${name}: no test is named`] : []),
    ...code.filter((path) => !has(path)).map((path) => `${name}: no file ${path}`),
    ...tests.flatMap((entry) => {
      const [path = '', title] = entry.split(' › ')
      if (!has(path)) return [`${name}: no file ${path}`]
      return title === undefined || testTitles(path, read(path)).has(title) ? [] : [`${name}: no test ‘${title}’ in ${path}`]
    }),
  ])
}

/** Laws a text names: ‘law *Facts*’, ‘laws *Facts* and *Stock*’. */
const namedIn = (text: string) =>
  [...text.matchAll(/\blaws? ((?:\*[A-Z][a-z ]+\*(?:,| and)? ?)+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name),
  )

const files = projectFiles()
const known = new Set(files.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const laws = lawsOf(read(PAGE))

test('every law names code and tests that exist', () => {
  expect(laws.length).toBeGreaterThan(15)
  expect(problemsOf(laws, { has: (path) => known.has(path), read })).toEqual([])
})

test('a law that code or a document names is on the page', () => {
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
    'Stale: no file gone.test.ts',
    'Stale: no test ‘held’ in a.test.ts',
  ])
  expect(namedIn('never refused (law *Facts*), see laws *Stock*, *Lost futures* and *Books*; not *Ledger*')).toEqual([
    'Facts',
    'Stock',
    'Lost futures',
    'Books',
  ])
})
