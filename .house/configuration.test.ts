import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VARIABLES } from '../sync-server/src/app/config.ts'
import { root } from './project.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('.env.example lists every variable the server knows, and no other', () => {
  const listed = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=$/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual([...VARIABLES].sort())
})

test('the README names every variable the server knows', () => {
  const readme = read('README.md')
  expect(VARIABLES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('the README names every npm script, and no other', () => {
  const readme = read('README.md')
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts as object).filter((name) => !/^pre/.test(name))
  const named = [...readme.matchAll(/`npm (?:run )?([a-z]+)(?: --[^`]*)?`/g)].map(([, name]) => name ?? '')
  expect(scripts.filter((name) => !named.includes(name))).toEqual([])
  expect([...new Set(named)].filter((name) => !scripts.includes(name) && name !== 'ci' && name !== 'install')).toEqual([])
})
