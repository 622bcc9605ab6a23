import * as accounts from './accounts/registry.ts'
import * as inventory from './inventory/registry.ts'
import type { AnyCommand } from './kernel/define-command.ts'
import * as mail from './mail/registry.ts'
import * as payouts from './payouts/registry.ts'
import * as pos from './pos/registry.ts'
import * as sales from './sales/registry.ts'
import * as settings from './settings/registry.ts'
import * as shipments from './shipments/registry.ts'
import * as trades from './trades/registry.ts'

// marked as pure, each: a build leaves out what it does not use, and the app runs no command of the server's
/** The commands devices queue. */
const deviceCommands: readonly AnyCommand[] = /* @__PURE__ */ [
  accounts.deviceCommands,
  inventory.deviceCommands,
  sales.deviceCommands,
  settings.deviceCommands,
  payouts.deviceCommands,
  shipments.deviceCommands,
  pos.deviceCommands,
].flat()
/** The commands the server alone runs, for a call of ours (channel `server`). */
const serverCommands: readonly AnyCommand[] = /* @__PURE__ */ [
  accounts.serverCommands,
  inventory.serverCommands,
  sales.serverCommands,
  mail.serverCommands,
  settings.serverCommands,
  trades.serverCommands,
  pos.serverCommands,
].flat()

/** Every command of the product. */
export const commands: readonly AnyCommand[] = /* @__PURE__ */ deviceCommands.concat(serverCommands)

const byName = (list: readonly AnyCommand[]) => new Map(list.map((command) => [command.name, command]))
const commandsByName = /* @__PURE__ */ byName(commands)
const deviceCommandsByName = /* @__PURE__ */ byName(deviceCommands)

/** The command of this name, or undefined when a newer peer speaks of one we do not know. */
export const findCommand = (name: string): AnyCommand | undefined => commandsByName.get(name)

/** The same, of those that devices queue. */
export const findDeviceCommand = (name: string): AnyCommand | undefined => deviceCommandsByName.get(name)
