import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at, run, runNode } from './project.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']

/** Possible paths of a program with one of these names. @param {string[]} wanted */
const places = (wanted) => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** The first candidate that runs. An existing path may be a launcher without its browser. @param {(string | undefined)[]} candidates */
async function firstThatAnswers(candidates) {
  for (const path of candidates) {
    if (!path || !existsSync(path)) continue
    const { code, output } = await run(path, ['--version'], { timeoutMs: 30_000 })
    if (code === 0 && /chrom/i.test(output)) return path
  }
}

/** A full Chromium: the one that CHROMIUM_PATH names, one installed in the system, or Playwright's. */
async function findWhole() {
  const { chromium } = await import(pathToFileURL(at('node_modules/playwright-core/index.mjs')).href)
  return await firstThatAnswers([process.env.CHROMIUM_PATH, ...places(names), chromium.executablePath()])
}

/** @param {string[]} packages */
async function installFromDebian(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env, timeoutMs: 300_000 })
  return await run('apt-get', ['install', '-y', ...packages], { env, timeoutMs: 900_000 })
}

async function installFromPlaywright() {
  const asRoot = process.getuid?.() === 0 ? ['--with-deps'] : []
  return await runNode(at('node_modules/playwright-core/cli.js'), ['install', ...asRoot, 'chromium'], { timeoutMs: 900_000 })
}

async function findOrInstallWhole() {
  const found = await findWhole()
  if (found) return found
  console.log('Installing Chromium for the end-to-end tests')
  const said = []
  const both = () => installFromDebian('chromium', 'chromium-headless-shell')
  for (const install of [both, () => installFromDebian('chromium'), installFromPlaywright]) {
    said.push((await install())?.output.trimEnd().split('\n').slice(-5).join('\n'))
    const installed = await findWhole()
    if (installed) return installed
  }
  throw new Error(
    `No Chromium was found and none could be installed. Install one, or name it in CHROMIUM_PATH.\n${said.filter(Boolean).join('\n')}`,
  )
}

/** Variables that name the tests' browsers: a Chromium and, if there is one, its faster headless shell. A missing Chromium is installed. A
 * missing shell is installed only together with Chromium, because otherwise nearly every run would ask Debian for it in vain.
 * @returns {Promise<NodeJS.ProcessEnv>} */
export async function findOrInstallChromium() {
  const whole = await findOrInstallWhole()
  const shell = await firstThatAnswers([process.env.CHROMIUM_SHELL_PATH, ...places(shellNames)])
  return { CHROMIUM_PATH: whole, ...(shell && { CHROMIUM_SHELL_PATH: shell }) }
}
