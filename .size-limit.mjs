import { existsSync, readFileSync } from 'node:fs'

// The JavaScript that loads before the first sale can be rung up: the page's entry, the till's own chunk, and all their static imports.
// Code that loads later on demand (camera scanning, printing labels) does not count.

const manifestPath = new URL('pwa/dist/.vite/manifest.json', import.meta.url)
if (!existsSync(manifestPath)) throw new Error('pwa/dist/.vite/manifest.json is missing: build the app first (npm run build)')

/** @type {Record<string, { file: string, name?: string, isEntry?: boolean, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))

const till = Object.keys(manifest).find((key) => manifest[key]?.name === 'till')
if (!manifest['index.html']?.isEntry) throw new Error('The manifest has no entry index.html')
if (!till) throw new Error('The till is no longer a chunk of its own: change .size-limit.mjs to find its code')

/** @type {Set<string>} */
const loaded = new Set()
/** @param {string} name */
function load(name) {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The manifest has no chunk ${name}`)
  if (loaded.has(chunk.file)) return
  loaded.add(chunk.file)
  for (const imported of chunk.imports ?? []) load(imported)
}
load('index.html')
load(till)

// Scripts that Vite copies unchanged are not in the manifest, so they come from the page.
const page = readFileSync(new URL('pwa/dist/index.html', import.meta.url), 'utf8')
for (const [, file] of page.matchAll(/<script[^>]* src="\/([^"]+)"/g)) if (file) loaded.add(file)

if ([...loaded].some((file) => /\/office-[^/]+\.js$/.test(file))) throw new Error('The till loads the commands of the office')

const path = [...loaded].filter((file) => file.endsWith('.js')).map((file) => `pwa/dist/${file}`)

// the server sends brotli; a proxy in front of it may send gzip
export default [
  { name: 'JavaScript on the first load of the till, gzip', path, limit: '220 kB', gzip: true },
  { name: 'JavaScript on the first load of the till, brotli', path, limit: '192 kB', brotli: true },
]
