import type { AnyCommand } from '../kernel/define-command.ts'
import { editShipment } from './commands/edit-shipment.ts'
import { removeShipment } from './commands/remove-shipment.ts'
import { setShipmentStatus } from './commands/set-shipment-status.ts'
import { submitShipment } from './commands/submit-shipment.ts'

/** The commands of shipments that devices queue. */
export const deviceCommands: readonly AnyCommand[] = [submitShipment, editShipment, removeShipment, setShipmentStatus]
