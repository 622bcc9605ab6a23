import { existsSync, readdirSync } from 'node:fs'
import { at } from './project.mjs'

/**
 * Code that `npm run mutants` breaks together. `mutate`: globs by feature, each run by itself so that a stopped run loses one feature at most. `tests`:
 * globs of the tests that must notice. `leastPercent`: share of breaks that they must notice.
 * @typedef {{ name: string, mutate: Record<string, string[]>, tests: string[], leastPercent: number, needsPostgres?: boolean }} Part
 */

const features = readdirSync(at('shared/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The features of shared that have one of these files or folders, with globs for them. @param {string[]} names */
function inFeatures(...names) {
  /** @type {Record<string, string[]>} */
  const globs = {}
  for (const feature of features) {
    const paths = names.map((name) => `shared/src/${feature}/${name}`).filter((path) => existsSync(at(path)))
    if (paths.length > 0) globs[feature] = paths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`))
  }
  return globs
}

const sharedTests = ['shared/src/**/*.test.ts']

/** @type {Part[]} */
export const parts = [
  {
    name: 'rules',
    mutate: { kernel: ['shared/src/kernel/**/*.ts'], ...inFeatures('rules', 'rules.ts') },
    tests: sharedTests,
    leastPercent: 95,
  },
  { name: 'commands', mutate: inFeatures('commands', 'commands.ts'), tests: sharedTests, leastPercent: 90 },
  {
    name: 'engine',
    mutate: { engine: ['pwa/src/sync/engine/**/*.ts'], store: ['pwa/src/sync/store/**/*.ts'], rows: ['pwa/src/sync/rows/**/*.ts'] },
    tests: ['pwa/src/sync/**/*.test.{ts,tsx}'],
    leastPercent: 90,
  },
  {
    name: 'server',
    mutate: { commands: ['sync-server/src/platform/commands/**/*.ts'], pull: ['sync-server/src/platform/pull/**/*.ts'] },
    tests: ['sync-server/src/platform/{commands,pull}/**/*.test.ts'],
    leastPercent: 90,
    needsPostgres: true,
  },
]
