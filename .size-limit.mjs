import { existsSync, readFileSync } from 'node:fs'

// JavaScript the till loads before the first sale can be rung up: the page's entry, the till's own chunk, and all they import at once.
// Code loaded later on demand (camera scanning, printing labels) is not part of it.

const manifestPath = new URL('pwa/dist/.vite/manifest.json', import.meta.url)
if (!existsSync(manifestPath)) throw new Error('pwa/dist/.vite/manifest.json is missing: build the app first (npm run build)')

/** @type {Record<string, { file: string, name?: string, isEntry?: boolean, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))

const till = Object.keys(manifest).find((key) => manifest[key]?.name === 'till')
if (!manifest['index.html']?.isEntry) throw new Error('The manifest names no index.html')
if (!till) throw new Error('The till is not a chunk of its own: tell .size-limit.mjs what it loads first')

/** @type {Set<string>} */
const loaded = new Set()
/** @param {string} name */
function load(name) {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The manifest names no ${name}`)
  if (loaded.has(chunk.file)) return
  loaded.add(chunk.file)
  for (const imported of chunk.imports ?? []) load(imported)
}
load('index.html')
load(till)

// Scripts of the page that Vite copies as they are.
const page = readFileSync(new URL('pwa/dist/index.html', import.meta.url), 'utf8')
for (const [, file] of page.matchAll(/<script[^>]* src="\/([^"]+)"/g)) if (file) loaded.add(file)

if ([...loaded].some((file) => /\/office-[^/]+\.js$/.test(file))) throw new Error('The till loads the commands of the office')

const path = [...loaded].filter((file) => file.endsWith('.js')).map((file) => `pwa/dist/${file}`)

// gzip is what a proxy in front of the server may send, brotli what the server sends itself
export default [
  { name: 'JavaScript on the first load of the till, gzip', path, limit: '220 kB', gzip: true },
  { name: 'JavaScript on the first load of the till, brotli', path, limit: '192 kB', brotli: true },
]
