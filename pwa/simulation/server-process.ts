import { readConfig } from '../../sync-server/src/app/config.ts'
import { createServer, databaseOf } from '../../sync-server/src/app/server.ts'
import { tables } from '../../sync-server/src/app/tables.ts'
import { silentLog } from '../../sync-server/src/platform/log.ts'
import { openPlatform } from '../../sync-server/src/platform/platform.ts'
import { firstRelease, secondRelease } from './goods.ts'

// The product's own server as a process that can be killed, in either release, with pages so small that most pulls have several.
const PAGE_ROWS = 7

const config = readConfig(process.env)
const { commands } = process.env.RELEASE === '2' ? secondRelease : firstRelease
const platform = await openPlatform({ database: databaseOf(config), tables, log: silentLog, commands, pullPageRows: PAGE_ROWS })
const server = await createServer(config, { log: silentLog, platform })
await server.listen()
process.stdout.write('open\n')
// whoever started it is gone
process.stdin.resume().on('end', () => process.exit())
