// Runs before `npm start` and `npm run admin`: installs and builds what is missing or stale. Node's own modules only,
// since nothing may be installed yet.
import { buildPackages } from './lib/build.mjs'
import { installPackages } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endChildrenWithUs } from './lib/project.mjs'
import { alone } from './lib/stamps.mjs'

endChildrenWithUs()
try {
  requireNode()
  await alone(async () => {
    await installPackages()
    if (!process.argv.includes('--packages-only')) await buildPackages()
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
