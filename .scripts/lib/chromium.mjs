import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at, run, runNode } from './project.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where a Chromium could be: named by hand, installed in the system, or brought by Playwright. */
async function candidates() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const { chromium } = await import(pathToFileURL(at('node_modules/playwright-core/index.mjs')).href)
  return [process.env.CHROMIUM_PATH, ...names.flatMap((name) => folders.map((folder) => join(folder, name))), chromium.executablePath()]
}

/** The first Chromium that answers; a launcher whose browser is not there does not count. */
async function find() {
  for (const path of await candidates()) {
    if (!path || !existsSync(path)) continue
    const { code, output } = await run(path, ['--version'], { timeoutMs: 30_000 })
    if (code === 0 && /chrom/i.test(output)) return path
  }
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env, timeoutMs: 300_000 })
  return await run('apt-get', ['install', '-y', 'chromium'], { env, timeoutMs: 900_000 })
}

async function installFromPlaywright() {
  const asRoot = process.getuid?.() === 0 ? ['--with-deps'] : []
  return await runNode(at('node_modules/playwright-core/cli.js'), ['install', ...asRoot, 'chromium'], { timeoutMs: 900_000 })
}

/** The path of a Chromium for the end-to-end tests, installed if there is none. @returns {Promise<string>} */
export async function findOrInstallChromium() {
  const found = await find()
  if (found) return found
  console.log('Installing Chromium for the end-to-end tests')
  const said = []
  for (const install of [installFromDebian, installFromPlaywright]) {
    said.push((await install())?.output.trimEnd().split('\n').slice(-5).join('\n'))
    const installed = await find()
    if (installed) return installed
  }
  throw new Error(
    `No Chromium was found and none could be installed. Install one, or name it in CHROMIUM_PATH.\n${said.filter(Boolean).join('\n')}`,
  )
}
