// `npm run bench`: the server's bench, then the app's, on the built product. Each prints ratios to a baseline measured in the same run.
// `npm run bench -- pwa` runs one of them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildPackages } from './lib/build.mjs'
import { findOrInstallChromium } from './lib/chromium.mjs'
import { installPackages } from './lib/install.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { at } from './lib/project.mjs'
import { alone } from './lib/stamps.mjs'

const packages = ['sync-server', 'pwa']
const [first = '', ...rest] = process.argv.slice(2)
const chosen = packages.includes(first) ? [first] : packages
const args = packages.includes(first) ? rest : process.argv.slice(2)

await alone(async () => {
  await installPackages()
  await buildPackages()
})
const chromium = chosen.includes('pwa') ? await findOrInstallChromium() : undefined
const postgres = await startPostgres({ durable: true })
const env = { ...process.env, TEST_DATABASE_URL: postgres.url, ...chromium }

for (const name of chosen) {
  const child = spawn(process.execPath, [at('node_modules/tsx/dist/cli.mjs'), at(name, 'bench/main.ts'), ...args], {
    cwd: at(),
    env,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
await postgres.stop()
