import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

// The end-to-end run opens windows, menus and suggestion lists by keyboard and checks them with axe. LIST says how to open each of them,
// or names another test that checks it.

const LIST = 'pwa/e2e/windows.ts'
/** Elements that open over the page. A question of useConfirm is counted by its `confirmLabel`, because each question has exactly one. */
const OPENS =
  /<(?:FormModal|Modal|Dialog|Drawer|Popup|Popover|HoverCard|ActionMenu|Menu|SuggestInput|Select|MultiSelect|Autocomplete|Combobox)\b(?!\.)|\bconfirmLabel[:,]/g

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const usesIn = (source: string) => source.match(OPENS)?.length ?? 0

/** Files under pwa/src that open more windows than the list names for them. */
function unlisted(uses: ReadonlyMap<string, number>, list: string): string[] {
  const shown = new Map<string, number>()
  for (const [, of = ''] of list.matchAll(/\bof: '([^']+)'/g)) shown.set(of, (shown.get(of) ?? 0) + 1)
  const elsewhere = new Set([...list.matchAll(/^ {2}'([^']+\.tsx)': '/gm)].map(([, of]) => of))
  return [...uses].filter(([file, count]) => !elsewhere.has(file) && (shown.get(file) ?? 0) < count).map(([file]) => file)
}

describe('windows', () => {
  const screens = projectFiles().filter((path) => /^pwa\/src\/(?!ui\/).*\.tsx$/.test(path) && !path.includes('.test.'))
  const uses = new Map(screens.map((path) => [path.replace('pwa/src/', ''), usesIn(read(path))] as const).filter(([, count]) => count > 0))

  test('are all in the list that the end-to-end run walks', () => {
    expect(uses.size).toBeGreaterThan(30)
    expect(unlisted(uses, read(LIST))).toEqual([])
  })

  test('named in the list all exist', () => {
    const named = [...read(LIST).matchAll(/\bof: '([^']+)'|^ {2}'([^']+\.tsx)': '/gm)].map(([, one, other]) => one ?? other ?? '')
    expect(named.length).toBeGreaterThan(uses.size)
    expect(named.filter((file) => !uses.has(file))).toEqual([])
  })

  test('left to another test are checked there', () => {
    const tests = new Set([...read(LIST).matchAll(/^ {2}'[^']+\.tsx': '([^']+)'/gm)].map(([, file]) => file ?? ''))
    expect([...tests].filter((file) => !/expectNoBarriers\(|violations\(/.test(read(`pwa/e2e/${file}`)))).toEqual([])
  })

  test('missing from the list are found', () => {
    const source = `<FormModal title="One"/> <Combobox.Target/> <FormModal title="Two"/> ask({ confirmLabel: 'Three' })`
    const fixture = new Map([['inventory/three.tsx', usesIn(source)]])
    expect(fixture.get('inventory/three.tsx')).toBe(3)
    expect(unlisted(fixture, "{ of: 'inventory/three.tsx' }, { of: 'inventory/three.tsx' }")).toEqual(['inventory/three.tsx'])
    expect(unlisted(fixture, "  'inventory/three.tsx': 'some.test.ts'")).toEqual([])
  })
})
