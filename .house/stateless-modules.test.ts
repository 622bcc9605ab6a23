import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

// Test files of `shared` and `sync-server` share their modules (vitest.config.ts), so state in a module would leak from one file into the next.

/** State that a module may have, with the reason why it carries nothing from one test to the next. */
const KEPT = new Map([
  ['shop-day.ts: formats', 'formatters, by the time zone they are made from'],
  ['decoder.ts: loading', 'the decoder, loaded once'],
  ['decoder.ts: last', 'a queue, empty when the work is done'],
  ['decoder.ts: waiting', 'the length of that queue'],
  ['hashed-once.ts: answers', 'hashes, by the password they are made from'],
  ['fresh-pglite.ts: idle', 'databases as empty as new ones'],
  ['fresh-pglite.ts: migratedCopy', 'bytes from which each database is copied'],
  ['fresh-postgres.ts: ended', 'emptied after each file'],
  ['databases.ts: postgres', 'given up after each file'],
  ['databases.ts: template', 'given up after each file'],
  ['databases.ts: created', 'emptied after each file'],
])

const EMPTY = /^(?:new (?:Map|Set)\b.*\(\)|\[\]|\{\})$/

/** Names of variables, and of constants that begin as empty collections. A WeakMap does not count: its keys belong to one test. */
function stateIn(source: string): string[] {
  return source.split('\n').flatMap((line) => {
    const [, kind, name = '', value = ''] = /^(?:export )?(let|const) (\w+)\b(?:.*? = (.*)|.*)$/.exec(line) ?? []
    if (kind) return kind === 'let' || EMPTY.test(value) ? [name] : []
    const [, readonly, property = '', given = ''] = /^ +(?:\w+ )*?static (readonly )?(\w+)(?:: .*?)? = (.*)$/.exec(line) ?? []
    return property && (!readonly || EMPTY.test(given)) ? [property] : []
  })
}

test('modules of shared and of the server keep no state that reaches another test', () => {
  const modules = projectFiles().filter((path) => /^(?:shared|sync-server)\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  expect(modules.length).toBeGreaterThan(300)
  const found = modules.flatMap((path) => stateIn(readFileSync(join(root, path), 'utf8')).map((name) => `${basename(path)}: ${name}`))
  expect(found.filter((state) => !KEPT.has(state))).toEqual([])
  expect([...KEPT.keys()].filter((state) => !found.includes(state))).toEqual([])
})

test('each form of state is found', () => {
  const seeded = [
    ...['let count = 0', 'export let open: Shop | undefined', 'const seen = new Set<string>()', 'export const rows: Row[] = []'],
    ...['const byId: Record<string, Row> = {}', 'class A {', '  static last = 0', '  private static readonly all: A[] = []', '}'],
  ]
  expect(stateIn(seeded.join('\n'))).toEqual(['count', 'open', 'seen', 'rows', 'byId', 'last', 'all'])
  const stateless = [
    ...['const LIMIT = 3', "const FEW = new Set(['a'])", 'const owned = new WeakMap<Db, Row>()', 'function f() {', '  let n = 0', '}'],
    ...['  static readonly name = 3', '  static async start(url = location): Promise<A> {'],
  ]
  expect(stateIn(stateless.join('\n'))).toEqual([])
})
