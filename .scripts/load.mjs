// `npm run load`: simulates a busy shop over HTTP. It uses the built server and a PostgreSQL that syncs to the disk, as in a real shop.
// `npm run load -- --clients 100 --tills 10 --seconds 20 --servers 2 --restart` changes the load.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildPackages } from './lib/build.mjs'
import { installPackages } from './lib/install.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { at } from './lib/project.mjs'
import { alone } from './lib/stamps.mjs'

await alone(async () => {
  await installPackages()
  await buildPackages()
})
const postgres = await startPostgres({ durable: true })
const child = spawn(
  process.execPath,
  [at('node_modules/tsx/dist/cli.mjs'), at('sync-server/bench/load/main.ts'), ...process.argv.slice(2)],
  {
    cwd: at(),
    env: { ...process.env, TEST_DATABASE_URL: postgres.url },
    stdio: 'inherit',
  },
)
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
await postgres.stop()
