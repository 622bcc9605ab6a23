import type { AnyCommand } from '../kernel/define-command.ts'
import { addLabel } from './commands/add-label.ts'
import { editShipment } from './commands/edit-shipment.ts'
import { removeLabel } from './commands/remove-label.ts'
import { removeShipment } from './commands/remove-shipment.ts'
import { setShipmentStatus } from './commands/set-shipment-status.ts'
import { submitShipment } from './commands/submit-shipment.ts'
import { takeLabel } from './commands/take-label.ts'

/** The commands of shipments that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [submitShipment, editShipment, removeShipment, setShipmentStatus]

/** The commands of shipments that only the server runs. */
export const serverCommands: readonly AnyCommand[] = [addLabel, removeLabel, takeLabel]
