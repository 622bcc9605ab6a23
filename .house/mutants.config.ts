import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests that `npm run mutants` runs against each break, in one process, because a process of its own for each file costs more than the tests. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: JSON.parse(process.env.MUTANT_TESTS ?? '[]'),
    isolate: false,
    // a test is chosen by its title, and titles of property tests name the seed
    env: { SEED: '1' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
