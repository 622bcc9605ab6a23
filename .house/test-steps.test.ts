import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quickEndToEnd, stepsNamed } from '../.scripts/lib/test-steps.mjs'
import { root } from './project.ts'

const namesOf = (words: string[]) => stepsNamed(words).map(({ name }) => name)

test('a quick run takes ten end-to-end files, and each of them exists', () => {
  expect(new Set(quickEndToEnd).size).toBe(10)
  expect(quickEndToEnd.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('a quick run has six steps, and excludes only files that exist', () => {
  expect(namesOf(['quick'])).toEqual(['types', 'format', 'house', 'unit', 'integration', 'e2e'])
  const left = stepsNamed(['quick'])
    .flatMap(({ args = [] }) => args)
    .filter((arg) => arg.startsWith('--exclude='))
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter((arg) => !existsSync(join(root, arg.replace('--exclude=', ''))))).toEqual([])
})

test('the other engines come last, and a run of other steps needs none of them', () => {
  expect(stepsNamed([]).at(-1)?.name).toBe('engines')
  const needed = stepsNamed(['unit', 'e2e']).flatMap(({ needs = [] }) => needs)
  for (const browser of ['firefox', 'webkit']) expect(needed).not.toContain(browser)
})

test('the step that needs another Node version runs only when it is named', () => {
  for (const words of [[], ['quick']]) expect(namesOf(words)).not.toContain('node24')
  expect(namesOf(['node24', 'types'])).toEqual(['types', 'node24'])
})

test('a word that names no step is refused, and so is a second word beside `quick`', () => {
  expect(namesOf(['unit', 'types'])).toEqual(['types', 'unit'])
  for (const words of [['unti'], ['unit', 'quick'], ['quick', 'fast'], ['toString']])
    expect(() => stepsNamed(words)).toThrow('Unknown step')
})
