import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildDir, makeDir } from './project.mjs'

// An installation or build removes its stamp before it begins and writes it at the end, in one rename. So interrupted work has no stamp.

const stampDir = () => makeDir(join(buildDir, 'stamps'))
const stampPath = (/** @type {string} */ name) => join(stampDir(), name)

/** The stamp's content, or undefined. @param {string} name */
export function readStamp(name) {
  const path = stampPath(name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** @param {string} name */
export function removeStamp(name) {
  rmSync(stampPath(name), { force: true })
}

/** @param {string} name @param {string} content */
export function writeStamp(name, content) {
  const path = stampPath(name)
  writeFileSync(`${path}.${process.pid}`, content)
  renameSync(`${path}.${process.pid}`, path)
}

/** True while a process with this id runs, whether it is ours or another user's. @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

const longestWaitMs = 15 * 60_000
/** Interval at which a lock's holder shows that it is alive. */
const aliveMs = 1_000
/** Silence after which a holder counts as dead even though its process id is in use. After a power cut or in a restarted container, another
 *  process may have that id. */
const silentMs = 20_000

/** @param {string} path */
const isSilent = (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > silentMs

/** @param {string} path */
function sayAlive(path) {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // The lock is gone because somebody cleaned the clone meanwhile.
  }
}

/**
 * Runs `work` as soon as no other process installs or builds in this clone. A dead process's lock is removed.
 * @template T @param {() => Promise<T>} work @param {string} [path] the lock @returns {Promise<T>}
 */
export async function alone(work, path = stampPath('lock')) {
  const startMs = performance.now()
  for (let told = false; ; told = true) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    const holder = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
    if ((holder && !isRunning(holder)) || isSilent(path)) {
      rmSync(path, { force: true })
      continue
    }
    if (performance.now() - startMs > longestWaitMs)
      throw new Error(`Process ${holder} has been installing or building for 15 minutes. End it and start again.`)
    if (!told) console.log(`Waiting for process ${holder}, which is installing or building here`)
    await sleep(300)
  }
  const alive = setInterval(() => sayAlive(path), aliveMs)
  try {
    return await work()
  } finally {
    clearInterval(alive)
    rmSync(path, { force: true })
  }
}
