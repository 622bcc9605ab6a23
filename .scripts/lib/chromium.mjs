import { pathToFileURL } from 'node:url'
import { firstThatAnswers, installFromDebian, lastWords, places } from './programs.mjs'
import { at, runNode } from './project.mjs'
import { readStamp, writeStamp } from './stamps.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const ownName = /chrom/i

/** A full Chromium: the one that CHROMIUM_PATH names, one installed in the system, or Playwright's. */
async function findWhole() {
  const { chromium } = await import(pathToFileURL(at('node_modules/playwright-core/index.mjs')).href)
  return await firstThatAnswers([process.env.CHROMIUM_PATH, ...places(names), chromium.executablePath()], ownName)
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
  for (const install of [() => installFromDebian('chromium'), installFromPlaywright]) {
    said.push(lastWords(await install()))
    const installed = await findWhole()
    if (installed) return installed
  }
  throw new Error(
    `No Chromium was found and none could be installed. Install one, or name it in CHROMIUM_PATH.\n${said.filter(Boolean).join('\n')}`,
  )
}

const findShell = () => firstThatAnswers([process.env.CHROMIUM_SHELL_PATH, ...places(shellNames)], ownName)

/** The headless shell, which saves a fifth of the end-to-end tests' time; undefined without one. Debian is asked for it once for each clone. */
async function findOrInstallShell() {
  const asked = 'headless-shell'
  const found = await findShell()
  if (found || readStamp(asked) !== undefined) return found
  const result = await installFromDebian('chromium-headless-shell')
  writeStamp(asked, result?.code === 0 ? 'installed' : 'not to be had')
  return await findShell()
}

/** Variables that name the tests' browsers: a Chromium and, if there is one, its faster headless shell. What is missing is installed.
 * @returns {Promise<NodeJS.ProcessEnv>} */
export async function findOrInstallChromium() {
  const whole = await findOrInstallWhole()
  const shell = await findOrInstallShell()
  return { CHROMIUM_PATH: whole, ...(shell && { CHROMIUM_SHELL_PATH: shell }) }
}
