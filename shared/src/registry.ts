import * as accounts from './accounts/registry.ts'
import { deviceCommands } from './device-commands.ts'
import * as inventory from './inventory/registry.ts'
import type { AnyCommand } from './kernel/define-command.ts'
import * as mail from './mail/registry.ts'
import * as pos from './pos/registry.ts'
import * as sales from './sales/registry.ts'
import * as settings from './settings/registry.ts'
import * as shipments from './shipments/registry.ts'
import * as trades from './trades/registry.ts'

/** The commands that only the server runs (channel `server`). */
const serverCommands: readonly AnyCommand[] = [
  accounts.serverCommands,
  inventory.serverCommands,
  sales.serverCommands,
  mail.serverCommands,
  settings.serverCommands,
  shipments.serverCommands,
  trades.serverCommands,
  pos.serverCommands,
].flat()

/** Every command of the product. */
export const commands: readonly AnyCommand[] = deviceCommands.concat(serverCommands)

const commandsByName = new Map(commands.map((command) => [command.name, command]))

/** Finds a command by its name; undefined for a name of a newer version. */
export const findCommand = (name: string): AnyCommand | undefined => commandsByName.get(name)
