import * as accounts from './accounts/registry.ts'
import * as inventory from './inventory/registry.ts'
import type { AnyCommand } from './kernel/define-command.ts'
import * as payouts from './payouts/registry.ts'
import * as pos from './pos/registry.ts'
import * as sales from './sales/registry.ts'
import * as settings from './settings/registry.ts'
import * as shipments from './shipments/registry.ts'

// a separate file, so that a device loads no commands of the server
/** The commands that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [
  accounts.deviceCommands,
  inventory.deviceCommands,
  sales.deviceCommands,
  settings.deviceCommands,
  payouts.deviceCommands,
  shipments.deviceCommands,
  pos.deviceCommands,
].flat()
