import { createLog } from '../platform/log.ts'
import { runAdmin } from './admin-commands.ts'
import { readConfig } from './config.ts'
import { createServer } from './server.ts'
import { startFailure } from './start-failure.ts'

/** A stop takes no longer than this, whatever hangs (design §2). */
const STOP_MAX_MS = 9_500

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const server = await createServer(config, { log: createLog('info') })
  let stopping = false
  const stop = () => {
    // a second signal means now
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(0), STOP_MAX_MS).unref()
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const address = await server.listen().catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  console.log(`The shop is open at ${address}${(await server.needsSetUp()) ? ' — open it in a browser to set it up.' : ''}`)
}

const [mode, ...rest] = process.argv.slice(2)
try {
  if (mode === undefined) await serve()
  else if (mode === 'admin') process.exitCode = await runAdmin(rest)
  else throw new Error(`Unknown argument ${mode}. Start without arguments, or with: admin promote EMAIL`)
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
