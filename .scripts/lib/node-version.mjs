import { readFileSync } from 'node:fs'
import { at } from './project.mjs'

/** Refuses a Node older than package.json requires. */
export function requireNode() {
  const wanted = String(JSON.parse(readFileSync(at('package.json'), 'utf8')).engines.node).replace('>=', '')
  const [major = 0, minor = 0] = wanted.split('.').map(Number)
  const [hasMajor = 0, hasMinor = 0] = process.versions.node.split('.').map(Number)
  if (hasMajor < major || (hasMajor === major && hasMinor < minor)) {
    throw new Error(`This needs Node.js ${wanted} or newer; this is ${process.version}.`)
  }
}
