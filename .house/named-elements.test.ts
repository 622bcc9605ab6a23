import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

/** Finds the placeholders that have a name but no role: no screen reader says a name of an element without one. */
const namelessIn = (source: string): string[] =>
  [...source.matchAll(/<(?:Skeleton|Loader)\b[^>]*\/>/g)]
    .map(([tag]) => tag)
    .filter((tag) => /aria-label=/.test(tag) && !/\brole=/.test(tag))

test('every placeholder that names itself has a role', () => {
  const screens = projectFiles().filter((path) => /^pwa\/src\/.*\.tsx$/.test(path))
  expect(screens.flatMap((path) => namelessIn(readFileSync(join(root, path), 'utf8')).map((tag) => `${path}: ${tag}`))).toEqual([])
})

test('a placeholder with a name and no role is found', () => {
  const [wrong, right] = ['<Skeleton height={64} aria-label="Loading..." />', '<Loader role="status" aria-label="Loading" />']
  expect(namelessIn(`${wrong} <Skeleton /> ${right}`)).toEqual([wrong])
})
