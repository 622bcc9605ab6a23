import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VARIABLES } from '../sync-server/src/app/config.ts'
import { root } from './project.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('.env.example lists exactly the variables that the server knows', () => {
  const listed = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=$/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual([...VARIABLES].sort())
})

test('the page on configuration names exactly the variables that the server knows', () => {
  const rows = read('sync-server/deployment/configuration.md')
    .split('\n')
    .flatMap((line) => /^\| (`[^|]*`) \|/.exec(line)?.[1] ?? [])
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name))
  expect(named.sort()).toEqual([...VARIABLES].sort())
})

test('the README stays short, and names the two commands', () => {
  const readme = read('README.md')
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8_000)
  for (const command of ['npm start', 'npm test']) expect(readme).toContain(`\`${command}\``)
})

test('the page on contributing names exactly the npm scripts', () => {
  const page = read('shared/CONTRIBUTING.md')
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts as object).filter((name) => !/^pre/.test(name))
  const named = [...page.matchAll(/`npm (?:run )?([a-z]+)(?: --[^`]*)?`/g)].map(([, name]) => name ?? '')
  expect(scripts.filter((name) => !named.includes(name))).toEqual([])
  const ofNpmItself = ['audit', 'ci', 'install']
  expect([...new Set(named)].filter((name) => ![...scripts, ...ofNpmItself].includes(name))).toEqual([])
})
