import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'
import { root } from './project.ts'

const fixture = join(root, '.house/fixtures/promises/forgotten.ts')

test('the promise linter finds each of the eight seeded promises that nobody awaits, and nothing else', async () => {
  const seeded = readFileSync(fixture, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.endsWith('// seeded') ? [index + 1] : []))
  expect(seeded).toHaveLength(8)

  // loads only the fixture's types, because the types of the whole project would double the time of the house rules
  const parserOptions = { project: ['.house/fixtures/promises/tsconfig.json'] }
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: join(root, '.house/eslint.config.mjs'),
    overrideConfig: { languageOptions: { parserOptions } },
    ignore: false,
  })
  const [result] = await eslint.lintFiles([fixture])
  expect([...new Set(result?.messages.map((message) => message.line))]).toEqual(seeded)
})
