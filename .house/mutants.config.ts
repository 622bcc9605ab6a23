import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Longest time of each test file so far, in milliseconds. A file that a failure before it cut short counts as 0 in Vitest's own cache. */
const longestMs = new Map<string, number>()

/** Runs quick files first: the first failure ends the run, and a break that a quick test notices never pays for long histories. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const { moduleId } of files) {
      const lastMs = this.ctx.cache.getFileTestResults(`:${relative(this.ctx.config.root, moduleId)}`)?.duration ?? 0
      longestMs.set(moduleId, Math.max(lastMs, longestMs.get(moduleId) ?? 0))
    }
    const costMs = ({ moduleId }: TestSpecification) => longestMs.get(moduleId) ?? 0
    return [...files].sort((a, b) => costMs(a) - costMs(b))
  }
}

/** The tests that `npm run mutants` runs against each break, in one process, because a process of its own for each file costs more than the tests. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: JSON.parse(process.env.MUTANT_TESTS ?? '[]'),
    isolate: false,
    sequence: { sequencer: QuickFirst },
    setupFiles: ['.scripts/lib/mutant-setup.mjs'],
    // a test is chosen by its title, and titles of property tests name the seed
    env: { SEED: '1' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
