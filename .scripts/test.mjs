// `npm test`: installs what is missing, then runs every check and every test. It imports only Node's own modules, because no package may be installed
// yet. Arguments name the steps to run; `quick` runs those that find most mistakes.
import { buildPackages } from './lib/build.mjs'
import { findOrInstallChromium } from './lib/chromium.mjs'
import { findOrInstallFirefox } from './lib/firefox.mjs'
import { installPackages } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { findOrInstallNode24 } from './lib/node24.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { endChildrenWithUs, secondsSince } from './lib/project.mjs'
import { alone } from './lib/stamps.mjs'
import { runSteps } from './lib/steps.mjs'
import { stepsNamed } from './lib/test-steps.mjs'
import { findOrInstallWebKit } from './lib/webkit.mjs'

/** @typedef {import('./lib/test-steps.mjs').Need} Need */

const startMs = performance.now()
endChildrenWithUs()

/** @type {import('./lib/test-steps.mjs').TestStep[]} */
let chosen
try {
  chosen = stepsNamed(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

let passed = 0
let failed = 0

/** Prepares something that steps need. A failure is logged and counted, and the steps that need the prepared thing do not run.
 * @template T @param {string} name @param {() => Promise<T>} prepare @returns {Promise<T | undefined>} */
async function prepared(name, prepare) {
  try {
    return await prepare()
  } catch (error) {
    failed += 1
    console.error(`✗ ${name}: ${error instanceof Error ? error.message : error}`)
  }
}

/** @returns {Promise<never>} */
async function finish() {
  console.log(`Took ${secondsSince(startMs)}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}

const installed = await prepared('install', async () => {
  requireNode()
  await alone(installPackages)
  return true
})
if (!installed) await finish()

/** @param {Need} need */
const isNeeded = (need) => chosen.some((step) => step.needs?.includes(need))
/** One after the other, because apt installs only for one at a time. */
async function browsers() {
  const chromium = isNeeded('chromium') ? await prepared('chromium', findOrInstallChromium) : undefined
  const firefox = isNeeded('firefox') ? await prepared('firefox', findOrInstallFirefox) : undefined
  const webkit = isNeeded('webkit') ? await prepared('webkit', findOrInstallWebKit) : undefined
  return { chromium, firefox, webkit }
}
const [built, { chromium, firefox, webkit }, postgres, node24] = await Promise.all([
  isNeeded('build') ? prepared('build', () => alone(buildPackages).then(() => true)) : undefined,
  browsers(),
  isNeeded('postgres') ? prepared('postgres', startPostgres) : undefined,
  isNeeded('node24') ? prepared('node24', findOrInstallNode24) : undefined,
])
const ready = { build: built, chromium, firefox, webkit, postgres, node24 }

const runnable = chosen.filter((step) => {
  const missing = (step.needs ?? []).filter((need) => !ready[need])
  if (missing.length > 0) console.error(`✗ ${step.name} cannot run without: ${missing.join(', ')}`)
  failed += missing.length > 0 ? 1 : 0
  return missing.length === 0
})
const { FORCE_COLOR: _, ...ownEnv } = process.env
const env = {
  ...ownEnv,
  NO_COLOR: '1',
  ...chromium,
  ...firefox,
  ...webkit,
  ...(postgres && { TEST_DATABASE_URL: postgres.url }),
}
const steps = runnable.map((step) => (step.needs?.includes('node24') ? { ...step, node: node24 } : step))
for (const result of await runSteps(steps, env)) {
  passed += result.passed
  failed += result.failed
}
await postgres?.stop()
await finish()
