import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditProblems, auditRows } from './audit.ts'
import { projectFiles, root } from './project.ts'

/** The pages that say, for everything the product promises, which code does it and which test shows it. */
const pages = projectFiles().filter((path) => /^\.house\/audit\/(?!README)[a-z-]+\.md$/.test(path))

const files = new Set(projectFiles())
const folders = new Set([...files].flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test.each(pages)('%s names only code and tests that exist, and a test in every row', (page) => {
  const text = read(page)
  expect(auditRows(text).rows.length).toBeGreaterThan(10)
  expect(auditProblems(text, { has: (path) => files.has(path) || folders.has(path.replace(/\/$/, '')), read })).toEqual([])
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
    'line 12: 3 columns instead of 4',
    'line 6: no file gone.ts',
    'line 7: no test file gone.test.ts',
    'line 8: no test ‘finds nothing’ in a.test.ts',
    'line 9: code.ts is no test file',
    'line 10: no test is named',
    'line 11: no code is named',
  ])
})
