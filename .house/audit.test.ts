import { expect, test } from 'vitest'
import { auditProblems, auditRows, repeatedNumbers } from './audit.ts'
import { projectFiles, projectPaths } from './project.ts'

/** Pages that list the promises of the product, each with the code that keeps it and the tests that show it. */
const pages = projectFiles().filter((path) => /^\.house\/audit\/(?!README)[a-z-]+\.md$/.test(path))

const project = projectPaths()
const { read } = project

test.each(pages)('%s names existing code and tests, has a test in every row, and numbers its rows in order', (page) => {
  const text = read(page)
  expect(auditRows(text).rows.length).toBeGreaterThan(10)
  expect(auditProblems(text, project)).toEqual([])
})

test('no number occurs twice, on one page or on two', () => {
  expect(repeatedNumbers(pages.map(read))).toEqual([])
})

test('the index names every page', () => {
  const index = read('.house/audit/README.md')
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.filter((page) => !index.includes(`](${page.slice('.house/audit/'.length)})`))).toEqual([])
})

test('each seeded violation is found', () => {
  const seeded = new Map([
    ['code.ts', 'export const a = 1'],
    ['a.test.ts', "forEachDatabase('group', () => { it('finds a | b', go); test.each([1])('it\\'s a title', go); say('finds nothing') })"],
    ['folder', ''],
  ])
  const problems = auditProblems(read('.house/fixtures/audit/page.md'), {
    has: (path) => seeded.has(path),
    read: (path) => seeded.get(path) ?? '',
  })
  expect(problems).toEqual([
    'line 14: 3 columns instead of 4',
    'line 21: X2.1 does not follow X2.1',
    'line 22: ‘X1.9’ is no number of X2',
    'line 23: ‘’ is no number of X2',
    'line 30: X1.10 does not follow X2.7',
    'line 36: the heading above X9.1 has no number',
    'line 8: no file gone.ts',
    'line 9: no test file gone.test.ts',
    'line 10: no test ‘finds nothing’ in a.test.ts',
    'line 11: code.ts is no test file',
    'line 12: no test is named',
    'line 13: no code is named',
  ])
  expect(repeatedNumbers(['page', 'second-page'].map((name) => read(`.house/fixtures/audit/${name}.md`)))).toEqual(['X2.1', 'X1.1'])
})
