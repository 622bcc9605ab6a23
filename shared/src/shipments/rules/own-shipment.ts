import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { shipmentRefusals } from '../errors.ts'
import { type Shipment, shipments } from '../schema.ts'
import { isPending } from './status.ts'

/** Gets a shipment that the caller may change. Refuses SHIPMENT_NOT_FOUND, also for another person's shipment, and SHIPMENT_CLOSED to a consignor
 *  after the shipment was received. */
export function changeableShipment(tx: CommandTx, ctx: CommandContext, id: string): Shipment {
  const shipment = tx.get(shipments, id)
  const isAdmin = ctx.actor.role === 'admin'
  if (!shipment || (!isAdmin && shipment.uid !== ctx.actor.uid)) throw refusal(shipmentRefusals, 'SHIPMENT_NOT_FOUND')
  if (!isAdmin && !isPending(shipment)) throw refusal(shipmentRefusals, 'SHIPMENT_CLOSED')
  return shipment
}
