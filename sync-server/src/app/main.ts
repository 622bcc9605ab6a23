import { collectDefaultMetrics } from 'prom-client'
import { fillDemoShop } from '../demo/fill-demo-shop.ts'
import { captureConsole, createLog } from '../platform/kernel/log.ts'
import { runAdmin } from './cli/admin-commands.ts'
import { runBackup, runRestore } from './cli/backup-commands.ts'
import { readConfig } from './config.ts'
import { createServer, type ServerOptions, type ShopServer } from './server.ts'
import { startFailure } from './start-failure.ts'

/** Maximum milliseconds of a stop. The server promises to end within ten seconds of the signal, even if something hangs. */
const STOP_MAX_MS = 9_500

async function serve(options: Pick<ServerOptions, 'beforeOpening'> = {}): Promise<void> {
  const config = readConfig(process.env)
  let server: ShopServer | undefined
  let stopping = false
  const stop = () => {
    // a second signal ends the process at once, and so does the first one while the server is still being created, as it has no requests yet
    if (stopping || !server) process.exit(stopping ? 1 : 0)
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
  const log = createLog('info')
  server = await createServer(config, { log, ...options })
  captureConsole(log)
  collectDefaultMetrics({ register: server.platform.metrics.registry })
  const address = await server.listen()
  const setUpCode = await server.newSetUpCode()
  console.log(`The shop is open at ${address}${setUpCode ? ' — open it in a browser to set it up.' : ''}`)
  if (setUpCode) console.log(`From another machine the set-up asks for this code: ${setUpCode}`)
}

/** The programs of the npm scripts, for operators who have only the image. */
const COMMANDS: ReadonlyMap<string, (args: readonly string[]) => Promise<number>> = new Map([
  ['admin', runAdmin],
  ['backup', runBackup],
  ['restore', runRestore],
])

const [mode, ...rest] = process.argv.slice(2)
const command = COMMANDS.get(mode ?? '')
try {
  if (mode === undefined) await serve()
  else if (mode === '--demo' && rest.length === 0) await serve({ beforeOpening: (shop) => fillDemoShop(shop, (line) => console.log(line)) })
  else if (command) process.exitCode = await command(rest)
  else throw new Error(`Unknown argument ${mode}. Start without arguments, with --demo, or with: ${[...COMMANDS.keys()].join(', ')}`)
} catch (error) {
  // the console may write into the log by now, but this line is for the person at the terminal
  process.stderr.write(`${startFailure(error)}\n`, () => process.exit(1))
}
