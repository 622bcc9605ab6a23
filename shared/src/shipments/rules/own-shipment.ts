import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { shipmentRefusals } from '../errors.ts'
import { type Shipment, shipments } from '../schema.ts'
import { isPending } from './status.ts'

/** The shipment a person wants to change. For anybody but its consignor and admins it does not exist. Refuses SHIPMENT_NOT_FOUND, and SHIPMENT_CLOSED
 *  when it has been received and the person is no admin (spec §4). */
export function changeableShipment(tx: CommandTx, ctx: CommandContext, id: string): Shipment {
  const shipment = tx.get(shipments, id)
  const isAdmin = ctx.actor.role === 'admin'
  if (!shipment || (!isAdmin && shipment.uid !== ctx.actor.uid)) throw refusal(shipmentRefusals, 'SHIPMENT_NOT_FOUND')
  if (!isAdmin && !isPending(shipment)) throw refusal(shipmentRefusals, 'SHIPMENT_CLOSED')
  return shipment
}
