import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { at, filesBelow, root } from './project.mjs'

/** @typedef {import('./steps.mjs').Step} Step */

const vitest = 'node_modules/vitest/vitest.mjs'
const config = ['run', '--config', '.house/vitest.config.ts']

/** Something to prepare before a step can run. @typedef {'build' | 'postgres' | 'chromium' | 'firefox' | 'webkit' | 'node24'} Need */

/** @typedef {Step & { needs?: Need[] }} TestStep */

/** Everything `npm test` runs, in order. @type {TestStep[]} */
const steps = [
  // the longest step on a single core comes first: meanwhile another core runs the checks, one after another
  { name: 'simulation', script: vitest, args: [...config, '--project', 'simulation'], cores: 1, suite: true, needs: ['build', 'postgres'] },
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['-b', '--pretty', 'false'], cores: 1 },
  {
    name: 'format',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '--max-diagnostics=100'],
    cores: 1,
  },
  {
    name: 'promises',
    script: 'node_modules/eslint/bin/eslint.js',
    args: ['--config', '.house/eslint.config.mjs', '--max-warnings=0', '.'],
    cores: 1,
  },
  {
    name: 'unused',
    script: 'node_modules/knip/bin/knip.js',
    args: ['--no-progress', '--config', '.knip.json', '--treat-config-hints-as-errors'],
    cores: 1,
  },
  { name: 'size', script: 'node_modules/size-limit/bin.js', cores: 1, needs: ['build'] },
  { name: 'house', script: vitest, args: [...config, '--project', 'house'], cores: 1, suite: true },
  { name: 'unit', script: vitest, args: [...config, '--project', 'shared', '--project', 'pwa'], cores: 1, suite: true },
  {
    name: 'integration',
    script: vitest,
    args: [...config, '--project', 'sync-server'],
    cores: 2,
    suite: true,
    needs: ['build', 'postgres'],
  },
  {
    name: 'e2e',
    script: vitest,
    args: [...config, '--project', 'e2e'],
    cores: 2,
    suite: true,
    needs: ['build', 'postgres', 'chromium'],
  },
  // alone on a small machine, because a browser's start and first drawing need both cores
  {
    name: 'engines',
    script: vitest,
    args: [...config, '--project', 'engines'],
    cores: 2,
    suite: true,
    needs: ['build', 'firefox', 'webkit'],
    // the end-to-end tests' shops lie in PostgreSQL, so these keep the embedded database
    env: { TEST_DATABASE_URL: '' },
  },
]

/** The integration tests on the container image's version of Node, run only when named. @type {TestStep} */
const node24 = {
  name: 'node24',
  script: vitest,
  args: [...config, '--project', 'sync-server'],
  cores: 2,
  suite: true,
  needs: ['build', 'postgres', 'node24'],
  // tests the existing build, because Node 24 would otherwise rebuild the server while other steps use it
  env: { TEST_BUILT: '1' },
}
const all = [...steps, node24]

/** The end-to-end files of `npm test -- quick`. They find the mistakes that would cost a shop money, goods or a working day. */
export const quickEndToEnd = [
  // nobody can sign in
  'set-up',
  'sign-in',
  // a till that does not sell, or loses its sales
  'pos',
  'offline-day',
  'lost-answers',
  'device-trouble',
  // stock that differs from the shelf
  'inventory',
  'import',
  // consignors' money and trades
  'payouts',
  'marketplace',
].map((name) => `pwa/e2e/${name}.test.ts`)

/** Integration tests that use PostgreSQL and have no case for the embedded database. */
const aboutPostgres = () =>
  filesBelow(at('sync-server/src'), (path) => !path.includes('.') || path.endsWith('.test.ts'))
    .filter((path) => {
      const text = readFileSync(path, 'utf8')
      return !text.includes('forEachDatabase(') && /\b(?:onPostgres|createPostgresDatabase|ownCluster)\(/.test(text)
    })
    .map((path) => relative(root, path))

/** The steps of a quick run, by name, each with its changes for that run. @type {() => Record<string, Partial<TestStep>>} */
const quick = () => ({
  types: {},
  format: {},
  house: {},
  unit: {},
  integration: { env: { TEST_DATABASES: 'pglite' }, args: aboutPostgres().map((path) => `--exclude=${path}`) },
  e2e: { args: quickEndToEnd },
})

/** `npm test -- quick`: finds most mistakes in a third of the time, but only the whole run counts. */
function quickSteps() {
  const differences = quick()
  return steps.flatMap((step) => {
    const different = differences[step.name]
    return different ? [{ ...step, ...different, args: [...(step.args ?? []), ...(different.args ?? [])] }] : []
  })
}

/** The steps named after `npm test --`; without a name, all but node24. Throws on an unknown name. @param {string[]} names @returns {TestStep[]} */
export function stepsNamed(names) {
  if (names.length === 0) return steps
  if (names.length === 1 && names[0] === 'quick') return quickSteps()
  const unknown = names.filter((name) => !all.some((step) => step.name === name))
  if (unknown.length > 0)
    throw new Error(`Unknown step: ${unknown.join(', ')}. The steps are: ${all.map((step) => step.name).join(', ')}; or quick, alone.`)
  return all.filter((step) => names.includes(step.name))
}
