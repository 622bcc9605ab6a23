import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

/** Every source that makes a spreadsheet file, with the function it must call. An unlisted source fails: its cells could run as formulas. */
const EXPORTS: Readonly<Record<string, RegExp>> = {
  'pwa/src/inventory/export-csv.ts': /downloadCsv\(/,
  'pwa/src/inventory/import/check-section.tsx': /downloadCsv\(/,
  'pwa/src/pos/history/download-sales.ts': /downloadCsv\(/,
  'pwa/src/sales/history-view.tsx': /downloadCsv\(/,
  'pwa/src/settings/audit/audit-screen.tsx': /downloadCsv\(/,
  'pwa/src/trades/trades-tab/trades-tab.tsx': /downloadCsv\(/,
  'pwa/src/ui/download-csv.ts': /csvFile\(/,
  'sync-server/src/sales/calls/ledger.ts': /csvFile\(/,
}
/** Signs of a spreadsheet file: its media type, or a function that makes one. */
const SIGNS = /downloadCsv\(|csvFile\(|type: 'text\/csv|'content-type': 'text\/csv|text\/tab-separated-values;|unparse\(|spreadsheetml/

const exportsOf = (files: Readonly<Record<string, string>>): string[] =>
  Object.entries(files).flatMap(([path, text]) => (SIGNS.test(text) ? [path] : []))

const sources = () =>
  Object.fromEntries(
    projectFiles()
      .filter((path) => /^(pwa|sync-server)\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

test('every export uses a function that makes cells safe', () => {
  const files = sources()
  expect(exportsOf(files).sort()).toEqual(Object.keys(EXPORTS).sort())
  for (const [path, way] of Object.entries(EXPORTS)) expect([path, files[path]]).toEqual([path, expect.stringMatching(way)])
})

test('an export that makes its own spreadsheet file is found', () => {
  expect(exportsOf({ 'a.ts': `new Blob([rows.join(',')], { type: 'text/csv' })`, 'b.ts': 'const csv = 1' })).toEqual(['a.ts'])
})
