import { requireActingFor, requireNotErased } from '../../accounts/rules/acting-for.ts'
import { users } from '../../accounts/schema.ts'
import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { shipmentRefusals } from '../errors.ts'
import { MAX_PENDING_SHIPMENTS, type Shipment, shipments } from '../schema.ts'
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

type NewBox = Pick<Shipment, 'id' | 'uid' | 'carrier' | 'trackingNumber'>

/** Adds a box on its way to the shop; `touches` has to name the person and their shipments. Refuses SHIPMENT_EXISTS, TOO_MANY_SHIPMENTS, FORBIDDEN,
 *  ACCOUNT_NOT_FOUND. */
export function addShipment(tx: CommandTx, ctx: CommandContext, box: NewBox): void {
  requireActingFor(tx, ctx, box.uid)
  requireNotErased(tx.get(users, box.uid))
  if (tx.get(shipments, box.id)) throw refusal(shipmentRefusals, 'SHIPMENT_EXISTS')
  if (ctx.actor.role === 'user' && tx.where(shipments, 'uid', box.uid).filter(isPending).length >= MAX_PENDING_SHIPMENTS)
    throw refusal(shipmentRefusals, 'TOO_MANY_SHIPMENTS')
  tx.put(shipments, { ...box, isDelivered: false, isProcessed: false, submittedAtMs: ctx.nowMs, updatedAtMs: ctx.nowMs })
}
