// Runs before `npm start` and most other scripts: installs and builds what is missing or stale. It imports only Node's own modules, because no
// package may be installed yet. With `--unless-built` it keeps even a stale build, because a running shop may use that build.
import { existsSync } from 'node:fs'
import { buildPackages } from './lib/build.mjs'
import { installPackages } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { at, endChildrenWithUs } from './lib/project.mjs'
import { alone } from './lib/stamps.mjs'

endChildrenWithUs()
try {
  requireNode()
  if (process.argv.includes('--unless-built') && existsSync(at('sync-server/dist/backup.js'))) process.exit()
  await alone(async () => {
    await installPackages()
    if (!process.argv.includes('--packages-only')) await buildPackages()
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
