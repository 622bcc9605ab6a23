import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keepNewest } from './server-program.ts'

it('keeps the programs that were bundled last, and removes those of older sources', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'programs-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  for (const [name, second] of [
    ['b', 2],
    ['d', 4],
    ['a', 1],
    ['c', 3],
  ] as const) {
    await writeFile(join(dir, name), '')
    await utimes(join(dir, name), second, second)
  }
  // two simulations may bundle at the same moment
  await Promise.all([keepNewest(dir, 2), keepNewest(dir, 2)])
  expect((await readdir(dir)).sort()).toEqual(['c', 'd'])
})
