import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

/** Reference to a document that is not in the repository, or to a chapter of one. */
const CITATION = /\b(?:spec|specification|design|plan) ?§|§ ?\d|(?<![\w-])(?:spec|design|house|trust|register|scale|look|style)\.md\b/

/** Opening of a comment with a question word; a noun or a verb says more. */
const QUESTION_OPENING = /^\s*(?:\/\*\*?|\/\/|\*) (?:What|Whether|Who|Where)\b/

const numbered = (text: string, pattern: RegExp) => text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))

const files = projectFiles().filter((path) => /\.(?:ts|tsx|mjs|css|md|html|sh|yaml)$/.test(path) && !path.startsWith('.house/fixtures/'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('nothing cites a document that is not in the repository', () => {
  const citing = files
    .filter((path) => path !== '.house/decisions.test.ts')
    .flatMap((path) => numbered(read(path), CITATION).map((line) => `${path}:${line}`))
  expect(files.length).toBeGreaterThan(1_000)
  expect(citing).toEqual([])
})

test('no comment opens with a question word', () => {
  const sources = files.filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
  expect(sources.flatMap((path) => numbered(read(path), QUESTION_OPENING).map((line) => `${path}:${line}`))).toEqual([])
})

test('each seeded violation is found', () => {
  const text = [
    '/** What it is. */',
    `/** A thing (spec ${'§'}5). */`,
    '// the state whose owner',
    ` * Whether it is (design ${'§'}4 Carts).`,
    `see ${'design'}.md`,
  ].join('\n')
  expect(numbered(text, QUESTION_OPENING)).toEqual([1, 4])
  expect(numbered(text, CITATION)).toEqual([2, 4, 5])
})
