import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

const FOLDER = 'shared/decisions'
/** Maximum number of lines of a decision: about a minute of reading. */
const MAX_LINES = 40

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const decisions = projectFiles().filter((path) => /^shared\/decisions\/\d{4}-(?!spec-audit-)\S+\.md$/.test(path))

/** Problems of a decision's text. `number`: the first four digits of its file name. */
function problemsOf(number: string, text: string): string[] {
  const lines = text.trimEnd().split('\n')
  const state = /^\d{4}-\d\d-\d\d · (?:stands|superseded by \[\d{4}\]\(\S+\))(?:; .+)?$/
  return [
    ...(lines[0]?.startsWith(`# ${number} · `) ? [] : ['no title with its number']),
    ...(state.test(lines[2] ?? '') ? [] : ['no date and state']),
    ...['Decision', 'Why', 'Price'].flatMap((part) => (text.includes(`\n**${part}.**`) ? [] : [`no ${part}`])),
    ...(lines.length > MAX_LINES ? [`${lines.length} lines`] : []),
    ...(/§/.test(text) ? ['a section of a document that is not here'] : []),
  ]
}

test('every decision states its date, state, decision, reasons and price, on less than a page', () => {
  expect(decisions.length).toBeGreaterThan(30)
  const problems = decisions.flatMap((path) => problemsOf(basename(path).slice(0, 4), read(path)).map((problem) => `${path}: ${problem}`))
  expect(problems).toEqual([])
})

test('the index has one line for every decision', () => {
  const lines = read(`${FOLDER}/README.md`).split('\n')
  const listed = lines.flatMap((line) => /^\| \[\d{4}\]\((\S+\.md)\) \| \S.* \|$/.exec(line)?.[1] ?? [])
  expect(listed.sort()).toEqual(decisions.map((path) => basename(path)).sort())
})

test('each seeded violation is found', () => {
  const whole = '# 0001 · Title\n\n2026-11-21 · stands\n\n**Decision.** A.\n\n**Why.** B.\n\n**Price.** C.\n'
  expect(problemsOf('0001', whole)).toEqual([])
  expect(problemsOf('0002', whole)).toEqual(['no title with its number'])
  expect(problemsOf('0001', whole.replace('stands', 'superseded by [0002](0002-b.md)'))).toEqual([])
  expect(problemsOf('0001', whole.replace(' · stands', '').replace('**Price.**', 'Price:'))).toEqual(['no date and state', 'no Price'])
  expect(problemsOf('0001', `${whole}See §4.\n${'more\n'.repeat(MAX_LINES)}`)).toEqual([
    '50 lines',
    'a section of a document that is not here',
  ])
})
