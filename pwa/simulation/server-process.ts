import { once } from 'node:events'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { setRoleByEmail } from '../../sync-server/src/app/cli/admin-commands.ts'
import { readConfig } from '../../sync-server/src/app/config.ts'
import { createServer, databaseOf } from '../../sync-server/src/app/server.ts'
import { tables } from '../../sync-server/src/app/tables.ts'
import { silentLog } from '../../sync-server/src/platform/kernel/log.ts'
import { openPlatform } from '../../sync-server/src/platform/platform.ts'
import { firstRelease, secondRelease } from './goods.ts'
import { copyShop } from './shop-folder.ts'

// Runs the product's own server, in either release, as a process that can be killed. Its pages are so small that many pulls have several.
const PAGE_ROWS = 7

/** The environment of the process, which it gets only once it has loaded. */
export type Settings = Readonly<Record<string, string>>

// the parent process is gone
process.stdin.resume().on('end', () => process.exit())
const [settings] = (await once(process, 'message')) as [Settings]
Object.assign(process.env, settings)

const config = readConfig(process.env)
const { commands } = process.env.RELEASE === '2' ? secondRelease : firstRelease
const platform = await openPlatform({ database: databaseOf(config), tables, log: silentLog, commands, pullPageRows: PAGE_ROWS })
const server = await createServer(config, { log: silentLog, platform })
await server.listen()
process.stdout.write('open\n')

/** Orders from the simulation, in addition to requests. Each is answered when done. */
export type Order = { readonly setRole: readonly [email: string, role: 'admin' | 'user'] } | { readonly backup: string }

async function carryOut(order: Order): Promise<void> {
  try {
    if ('setRole' in order) await setRoleByEmail(platform, ...order.setRole, { vouches: true })
    // synchronous, so that nothing is written meanwhile; open transactions stay open, as in a snapshot of the disk
    else copyShop(config.dataDir, order.backup)
    process.send?.(null)
  } catch (thrown) {
    process.send?.(thrown instanceof Refusal ? thrown.code : String(thrown))
  }
}

process.on('message', (order: Order) => void carryOut(order))
