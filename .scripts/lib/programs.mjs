import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './project.mjs'

/** Possible paths of a program with one of these names. @param {string[]} wanted */
export const places = (wanted) => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** The first candidate that runs and names itself. An existing path may be a launcher without its browser.
 * @param {(string | undefined)[]} candidates @param {RegExp} name */
export async function firstThatAnswers(candidates, name) {
  for (const path of candidates) {
    if (!path || !existsSync(path)) continue
    const { code, output } = await run(path, ['--version'], { timeoutMs: 30_000 })
    if (code === 0 && name.test(output)) return path
  }
}

/** Installs Debian's packages, where the machine has apt and we are root; else answers undefined. @param {string[]} packages */
export async function installFromDebian(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env, timeoutMs: 300_000 })
  return await run('apt-get', ['install', '-y', ...packages], { env, timeoutMs: 900_000 })
}

/** The last lines of an installer's output. @param {{ output: string } | undefined} result */
export const lastWords = (result) => result?.output.trimEnd().split('\n').slice(-5).join('\n')
