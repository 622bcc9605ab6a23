import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'

const features = [
  'inventory',
  'pos',
  'sales',
  'payouts',
  'shipments',
  'trades',
  'accounts',
  'analytics',
  'mail',
  'images',
  'chat',
  'notifications',
  'settings',
  'brands',
  'faults',
]
const besideFeatures = {
  shared: ['kernel', 'testing'],
  pwa: ['app', 'sync', 'ui'],
  'sync-server': ['app', 'demo', 'platform', 'migrations'],
}
const topLevel = ['shared', 'sync-server', 'pwa', 'package.json', 'package-lock.json', 'tsconfig.json', 'README.md']

const lineLimit = 400
/** Maximum number of sources directly in one folder, tests not counted. */
const folderLimit = 25
const countedFolders = ['pwa/src/sync', 'sync-server/src/platform']
/** Files that may be longer, each with its reason. */
const longFiles = new Map<string, string>([])

const files = projectFiles()
const source = files.filter(
  (path) => /\.(tsx?|[cm]?js|css|html|json|md|ya?ml)$|^\.[^/]+$|^\.ci\//.test(path) && path !== 'package-lock.json',
)
const code = source.filter((path) => /\.(tsx?|[cm]js)$/.test(path))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const found = (paths: string[], pattern: RegExp) =>
  paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  )

describe('the layout', () => {
  test.each(Object.entries(besideFeatures))('of %s has only folders of features and a few others', (name, own) => {
    const folders = readdirSync(join(root, name, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const unknown = folders.map((entry) => entry.name).filter((folder) => !features.includes(folder) && !own.includes(folder))
    expect(unknown).toEqual([])
    expect(folders.length).toBeGreaterThan(0)
  })

  test('has at the top level only the packages, four files, and names that begin with a dot', () => {
    const members = new Set(files.map((path) => path.split('/')[0] ?? ''))
    expect([...members].filter((name) => !name.startsWith('.') && !topLevel.includes(name))).toEqual([])
  })

  test('has only sources with names in kebab case', () => {
    const named = code.map((path) => path.split('/').at(-1) ?? '')
    expect(named.filter((name) => !/^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name))).toEqual([])
  })

  test.each(countedFolders)(`has no folder in %s with more than ${folderLimit} sources on one level`, (below) => {
    const sources = code.filter((path) => path.startsWith(`${below}/`) && !/[.]test[.]tsx?$/.test(path))
    const counts = new Map<string, number>()
    for (const path of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect(counts.size).toBeGreaterThan(1)
    expect([...counts].filter(([, count]) => count > folderLimit)).toEqual([])
  })

  test(`has no source of more than ${lineLimit} lines`, () => {
    const long = code.filter((path) => !longFiles.has(path) && read(path).split('\n').length - 1 > lineLimit)
    expect(long).toEqual([])
  })
})

describe('the text of the sources', () => {
  test('names no path of a particular machine', () => {
    const machinePath = new RegExp(`/(?:${['work', 'root', 'home', 'Users'].join('|')})/[\\w.-]`)
    expect(found(source, machinePath)).toEqual([])
  })

  test('contains no note of work left for later', () => {
    expect(found(code, new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b`))).toEqual([])
  })

  test('skips no test and singles none out', () => {
    expect(found(code, /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b/)).toEqual([])
  })

  test('suppresses errors of TypeScript and ESLint only with a reason', () => {
    const bare = /@ts-ignore|@ts-nocheck|@ts-expect-error\s*$|eslint-disable(?:-next-line|-line)?\s+[\w@/, -]*(?:\*\/\s*)?$/
    expect(
      found(
        code.filter((path) => path !== '.house/layout.test.ts'),
        bare,
      ),
    ).toEqual([])
  })

  test('names no registry in the lock file', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "http/)
  })
})
