import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Files that can be thrown away: stamps, types, logs, downloaded programs. Ignored by git. */
export const buildDir = join(root, '.build')

/** An absolute path below the root. @param {...string} parts */
export const at = (...parts) => join(root, ...parts)

/** Makes a folder and its parents, and answers its path. @param {string} dir */
export function makeDir(dir) {
  mkdirSync(dir, { recursive: true })
  return dir
}

/**
 * Every file below `dir`, sorted, without the files and folders that `keep` refuses. `keep` gets paths relative to the root.
 * @param {string} dir @param {(path: string) => boolean} keep @returns {string[]}
 */
export function filesBelow(dir, keep) {
  const found = []
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (!keep(relative(root, path))) continue
    if (entry.isDirectory()) found.push(...filesBelow(path, keep))
    else if (entry.isFile()) found.push(path)
  }
  return found.sort()
}

/** One hash over Node's version, the platform, the names and contents of files, and `more`. @param {string[]} paths @param {string[]} more */
export function hashOf(paths, more = []) {
  const hash = createHash('sha256')
  for (const text of [process.version, process.platform, process.arch, ...more]) hash.update(`${text}\0`)
  for (const path of paths)
    hash
      .update(`${relative(root, path)}\0`)
      .update(existsSync(path) ? readFileSync(path) : '')
      .update('\0')
  return hash.digest('hex')
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()

/** Ends the programs that `run` started, each in its own process group. @param {NodeJS.Signals} signal */
function endChildren(signal) {
  for (const child of children) {
    try {
      if (child.pid) process.kill(-child.pid, signal)
    } catch {
      // The group has ended already.
    }
  }
}

/** Ends the programs that `run` started when this process receives a signal, so that none keeps running after the terminal is closed. */
export function endChildrenWithUs() {
  for (const [signal, code] of /** @type {[NodeJS.Signals, number][]} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.on(signal, () => {
      endChildren('SIGTERM')
      // Some programs, such as npm during an installation, do not end on the first signal.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
      endChildren('SIGKILL')
      process.exit(code)
    })
  }
}

/**
 * Runs a program and answers its exit code and its output; a program that cannot be started gets code 127.
 * @param {string} program @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, uid?: number, gid?: number, timeoutMs?: number }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { cwd = root, env = process.env, uid, gid, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, uid, gid, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    children.add(child)
    let output = ''
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk
    }
    const timer = timeoutMs
      ? setTimeout(() => {
          output += `\nStopped: it took longer than ${Math.round(timeoutMs / 1000)} s.\n`
          try {
            if (child.pid) process.kill(-child.pid, 'SIGKILL')
          } catch {
            // It ended at the same moment.
          }
        }, timeoutMs)
      : undefined
    const done = (/** @type {number} */ code) => {
      clearTimeout(timer)
      children.delete(child)
      resolve({ code, output })
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (error) => {
      output += String(error)
      done(127)
    })
    child.on('close', (code) => done(code ?? 1))
  })
}

/** Runs a JavaScript program with this Node. @param {string} script @param {string[]} args @param {Parameters<typeof run>[2]} [options] */
export const runNode = (script, args, options) => run(process.execPath, [script, ...args], options)

/** Runs npm: the one that started this program, else the one on the PATH. @param {string[]} args @param {Parameters<typeof run>[2]} [options] */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? runNode(cli, args, options) : run('npm', args, options)
}

/** @param {number} startMs */
export const secondsSince = (startMs) => `${((performance.now() - startMs) / 1000).toFixed(1)} s`
