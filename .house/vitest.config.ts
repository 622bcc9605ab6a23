import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const minuteMs = 60_000
const dropsDatabases = 'sync-server/src/platform/testing/drop-databases.ts'

/** One project per package, so that a run can name the one it means: `npx vitest run --config .house/vitest.config.ts --project shared`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // The databases and browsers of the tests take most of what two cores have.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 2 * minuteMs,
    // What is polled may wait for another process: the second that Vitest allows says how busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // Modules of these two keep no state (stateless-modules.test.ts), so that files may share them: loading them takes longer than most tests.
      { extends: true, test: { name: 'shared', include: ['shared/src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'pwa', include: ['pwa/src/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: { name: 'sync-server', include: ['sync-server/src/**/*.test.ts'], isolate: false, setupFiles: [dropsDatabases] },
      },
      { extends: true, test: { name: 'house', include: ['.house/**/*.test.ts'], testTimeout: 3 * minuteMs } },
      {
        extends: true,
        test: { name: 'simulation', include: ['pwa/simulation/**/*.test.ts'], testTimeout: 10 * minuteMs, setupFiles: [dropsDatabases] },
      },
      {
        extends: true,
        // Each file has a browser and a server of its own. While one waits for a screen, the other's takes the cores.
        test: {
          name: 'e2e',
          include: ['pwa/e2e/**/*.test.ts'],
          globalSetup: ['pwa/e2e/shop-images.ts'],
          testTimeout: 5 * minuteMs,
          hookTimeout: 3 * minuteMs,
        },
      },
    ],
  },
})
