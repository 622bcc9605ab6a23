import { existsSync, readFileSync } from 'node:fs'
import { at, hashOf, runNpm, secondsSince } from './project.mjs'
import { readStamp, removeStamp, writeStamp } from './stamps.mjs'

const manifests = () => [
  at('package.json'),
  at('package-lock.json'),
  ...['shared', 'sync-server', 'pwa'].map((name) => at(name, 'package.json')),
]

/** The installed packages by path, from the file that npm writes when an installation has finished. */
function installedVersions() {
  const path = at('node_modules/.package-lock.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}

/** True when the lock file's packages are already installed, by an earlier run or by hand. Optional and peer packages may be missing. */
function matchesLockFile() {
  const installed = installedVersions()
  if (!installed) return false
  const wanted = Object.entries(JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages)
  return wanted.every(([path, { version, optional, devOptional, peer, link }]) => {
    if (!path.includes('node_modules/')) return true
    if (link) return existsSync(at(path))
    if (installed[path]) return installed[path].version === version && existsSync(at(path, 'package.json'))
    return Boolean(optional || devOptional || peer)
  })
}

/** @param {string} wanted */
function confirm(wanted) {
  writeStamp('node', process.version)
  writeStamp('install', wanted)
}

/** Installs the packages, unless this version of Node has installed those of the lock file already. */
export async function installPackages() {
  const wanted = hashOf(manifests())
  if (readStamp('install') === wanted && existsSync(at('node_modules/.package-lock.json'))) return
  // Native parts are built for one version of Node, so an installation by another version of Node does not count.
  if ((readStamp('node') ?? process.version) === process.version && matchesLockFile()) return confirm(wanted)

  const startMs = performance.now()
  console.log('Installing packages (npm ci); the first time takes about a minute')
  removeStamp('install')
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'])
  if (code !== 0) {
    console.error(output)
    throw new Error('The packages could not be installed. What npm said is above.')
  }
  confirm(wanted)
  console.log(`Packages installed in ${secondsSince(startMs)}`)
}
