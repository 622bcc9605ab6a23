import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './project.ts'

const fixture = join(root, '.house/fixtures/columns/misspelt.ts')
const database = join(root, 'sync-server/src/platform/database/database.ts')

/** Lines of the fixture in which the compiler finds an error. `changed`: texts, by path, that replace the files on the disk. */
function wrongLines(changed: Readonly<Record<string, string>> = {}): number[] {
  const configPath = join(root, 'sync-server/tsconfig.json')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(configPath, ts.sys.readFile).config,
    ts.sys,
    join(root, 'sync-server'),
  )
  const host = ts.createCompilerHost({ ...options, noEmit: true, composite: false, rootDir: root })
  const readFile = host.readFile.bind(host)
  host.readFile = (path) => changed[path] ?? readFile(path)
  const program = ts.createProgram({ rootNames: [fixture], options: { ...options, noEmit: true, composite: false, rootDir: root }, host })
  const source = program.getSourceFile(fixture)
  if (!source) throw new Error('the fixture is missing')
  const found = program.getSemanticDiagnostics(source).map(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line + 1)
  return [...new Set(found)]
}

test('the compiler refuses a misspelt column or table, and a value of the wrong type', () => {
  const seeded = readFileSync(fixture, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.endsWith('// seeded') ? [index + 1] : []))
  expect(seeded).toHaveLength(13)
  expect(wrongLines()).toEqual(seeded)
})

test('without the tables’ types the compiler finds none of these errors', () => {
  const text = readFileSync(database, 'utf8')
  const loosened = text.replace(`import type { Tables } from './tables.ts'`, 'type Tables = Record<string, Record<string, unknown>>')
  expect(loosened).not.toBe(text)
  expect(wrongLines({ [database]: loosened })).toEqual([])
})
