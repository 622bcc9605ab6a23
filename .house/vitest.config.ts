import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const minuteMs = 60_000
const dropsDatabases = 'sync-server/src/platform/testing/drop-databases.ts'

/** A run can name one project: `npx vitest run --config .house/vitest.config.ts --project shared`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // `npm test` sets TEST_WORKERS for each step (.scripts/lib/steps.mjs).
    maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
    testTimeout: 30_000,
    hookTimeout: 2 * minuteMs,
    // A poll may wait for another process: on a busy machine Vitest's default of one second is too short.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // Modules of shared and sync-server keep no state (stateless-modules.test.ts), so test files share them. Loading takes longer than most tests.
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
        // Each test file has its own browser and server. While one file waits for a screen, another uses the cores.
        test: {
          name: 'e2e',
          include: ['pwa/e2e/*.test.ts'],
          globalSetup: ['pwa/e2e/shop-images.ts'],
          testTimeout: 5 * minuteMs,
          // Longer than a server may take to fill a demo shop.
          hookTimeout: 10 * minuteMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['pwa/e2e/engines/*.test.ts'],
          globalSetup: ['pwa/e2e/shop-images.ts'],
          // the first WebSocket client of Node 20; later versions have it without this
          execArgv: ['--experimental-websocket'],
          testTimeout: 5 * minuteMs,
          hookTimeout: 5 * minuteMs,
        },
      },
    ],
  },
})
