import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './project.ts'

// Licences require that their notice ships with the product, and people who add a package easily forget that.

const packages = ['shared', 'pwa', 'sync-server']
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The packages that our packages need at run time, each as ‘name range’. */
function shipped(manifests: readonly string[]): string[] {
  const needed = manifests.flatMap((text) => Object.entries<string>(JSON.parse(text).dependencies))
  return [...new Set(needed.flatMap(([name, range]) => (name.startsWith('@shop/') ? [] : [`${name} ${range}`])))].sort()
}

/** The packages with a complete row in the page's first table, each as ‘name range’. */
const noticed = (page: string): string[] =>
  (page.split(/^## /m)[1] ?? '')
    .split('\n')
    .flatMap((line) => {
      const [, name, range] = /^\| ((?!Package\b)[^ |]+) \| (\S+) \| [^|]+ \| [^| ]+ \| [^|]*[a-z][^|]* \|$/i.exec(line) ?? []
      return name ? [`${name} ${range}`] : []
    })
    .sort()

test('every package that ships has its notice: version, licence and copyright', () => {
  const needed = shipped(packages.map((name) => read(`${name}/package.json`)))
  expect(needed.length).toBeGreaterThan(30)
  expect(noticed(read('shared/THIRD-PARTY-NOTICES.md'))).toEqual(needed)
})

test('a package without a notice, and a notice without its copyright, are found', () => {
  const manifest = JSON.stringify({ dependencies: { '@shop/shared': '1', '@a/b': '^1.0.0', c: '2' } })
  const head = '# Notices\n## First\n| Package | Version | Used in | Licence | Copyright |\n|---|---|---|---|---|\n'
  expect(shipped([manifest, manifest])).toEqual(['@a/b ^1.0.0', 'c 2'])
  const whole = `${head}| @a/b | ^1.0.0 | pwa | MIT | Copyright Ann |\n| c | 2 | pwa | MIT | Copyright Bob |\n`
  expect(noticed(`${whole}## Second\n| d | 3 | pwa | MIT | Copyright Cy |\n`)).toEqual(['@a/b ^1.0.0', 'c 2'])
  expect(noticed(`${head}| @a/b | ^1.0.0 | pwa | MIT |  |\n`)).toEqual([])
})
