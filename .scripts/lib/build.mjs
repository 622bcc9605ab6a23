import { existsSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { at, filesBelow, hashOf, root, runNode, secondsSince } from './project.mjs'
import { readStamp, removeStamp, writeStamp } from './stamps.mjs'

const notSource = new Set(['node_modules', 'dist', 'e2e', 'simulation', 'bench', 'data'])

/** @param {string} path from the root */
const isSource = (path) => !notSource.has(path.split('/')[1] ?? '') && !/\.test\.tsx?$/.test(path) && !path.endsWith('.md')

const builds = [
  { name: 'pwa', of: 'the app', main: 'pwa/dist/index.html' },
  { name: 'sync-server', of: 'the server', main: 'sync-server/dist/main.js' },
]

/** @param {string} name */
const inputsOf = (name) =>
  hashOf([at('package-lock.json'), at('tsconfig.json'), ...filesBelow(at('shared'), isSource), ...filesBelow(at(name), isSource)])

/** Hash of the names and sizes of the built files, so that a file deleted from dist makes the build stale. @param {string} name */
function outputsOf(name) {
  const dist = at(name, 'dist')
  if (!existsSync(dist)) return ''
  return hashOf(
    [],
    filesBelow(dist, () => true).map((path) => `${relative(root, path)} ${statSync(path).size}`),
  )
}

/** @param {string} name */
const stampOf = (name) => `${inputsOf(name)}\n${outputsOf(name)}`

/** @param {(typeof builds)[number]} build */
async function buildOne({ name, of, main }) {
  const inputs = inputsOf(name)
  if (existsSync(at(main)) && readStamp(`build-${name}`) === stampOf(name)) return
  const startMs = performance.now()
  console.log(`Building ${of}`)
  removeStamp(`build-${name}`)
  const { code, output } = await runNode(at('node_modules/vite/bin/vite.js'), ['build'], {
    cwd: at(name),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0 || !existsSync(at(main))) {
    console.error(output)
    throw new Error(`Building ${of} failed. Its output is above.`)
  }
  // The build lacks edits made while it ran, so the stamp has the hash that the sources had before the build.
  writeStamp(`build-${name}`, `${inputs}\n${outputsOf(name)}`)
  console.log(`Built ${of} in ${secondsSince(startMs)}`)
}

/** Builds stale packages in parallel: the app to pwa/dist, the server to sync-server/dist. @param {string[]} [names] default: both */
export async function buildPackages(names) {
  const results = await Promise.allSettled(builds.filter(({ name }) => !names || names.includes(name)).map(buildOne))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
