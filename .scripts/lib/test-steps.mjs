/** @typedef {import('./steps.mjs').Step} Step */

const vitest = 'node_modules/vitest/vitest.mjs'
const config = ['run', '--config', '.house/vitest.config.ts']

/** Which part of the environment a step needs before it can run. @typedef {'build' | 'postgres' | 'chromium'} Need */

/** Everything `npm test` runs, in order. @type {(Step & { needs?: Need[] })[]} */
export const steps = [
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
  { name: 'unit', script: vitest, args: [...config, '--project', 'shared', '--project', 'pwa'], cores: 2, suite: true },
  { name: 'integration', script: vitest, args: [...config, '--project', 'sync-server'], cores: 2, suite: true, needs: ['postgres'] },
  { name: 'simulation', script: vitest, args: [...config, '--project', 'simulation'], cores: 2, suite: true, needs: ['postgres'] },
  { name: 'e2e', script: vitest, args: [...config, '--project', 'e2e'], cores: 2, suite: true, needs: ['build', 'postgres', 'chromium'] },
]
