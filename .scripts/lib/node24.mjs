import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildDir, makeDir, run, runNpm } from './project.mjs'

/** A release of Node 24, the version in the container image. */
const version = '24.21.0'

/** True for a Node 24 at this path. @param {string} path */
async function isNode24(path) {
  const { code, output } = await run(path, ['--version'], { timeoutMs: 30_000 })
  return code === 0 && output.startsWith('v24.')
}

/**
 * Answers the path of a Node 24: the running one, the one in NODE24_PATH, or one from an npm package.
 * The package is installed separately because only the step `node24` needs it.
 * @returns {Promise<string>}
 */
export async function findOrInstallNode24() {
  if (process.version.startsWith('v24.')) return process.execPath
  const given = process.env.NODE24_PATH
  if (given) {
    if (await isNode24(given)) return given
    throw new Error(`NODE24_PATH names ${given}, which is not Node 24.`)
  }
  const home = makeDir(join(buildDir, 'node24'))
  // Each platform has a package of its own; the package `node` only selects one of them.
  const name = `node-${process.platform}-${process.arch}`
  const program = join(home, 'node_modules', name, 'bin/node')
  if (existsSync(program) && (await isNode24(program))) return program
  console.log(`Installing Node ${version} for the step node24 (npm package ${name})`)
  const install = ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`]
  const { output } = await runNpm(install, { cwd: home })
  if (existsSync(program) && (await isNode24(program))) return program
  throw new Error(`No Node 24 was found and none could be installed: name one in NODE24_PATH.\n${output}`)
}
