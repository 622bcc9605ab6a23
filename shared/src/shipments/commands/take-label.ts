import * as z from 'zod/mini'
import { users } from '../../accounts/schema.ts'
import { byField, byId, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { shipmentRefusals } from '../errors.ts'
import { MAX_FIRST_LABELS, MAX_OPEN_LABELS, postalLabels } from '../label-schema.ts'
import { freeLabels, recountLabels, touchesOfStock } from '../rules/label-stock.ts'
import { addShipment } from '../rules/own-shipment.ts'
import { isPending } from '../rules/status.ts'
import { shipments } from '../schema.ts'

/** Takes the next free postal label for a new box, which gets its carrier and tracking number from the label. Refuses NO_LABEL, LABELS_IN_USE,
 *  FIRST_LABELS_IN_USE, SHIPMENT_EXISTS, TOO_MANY_SHIPMENTS, FORBIDDEN. */
export const takeLabel = defineCommand({
  name: 'shipments.takeLabel',
  args: z.object({ id: idSchema, uid: idSchema }),
  roles: ['user', 'admin'],
  channel: 'server',
  // a label that was taken after the backup counts as free again, until an admin has looked
  paysOut: true,
  refusals: ['NO_LABEL', 'LABELS_IN_USE', 'FIRST_LABELS_IN_USE', 'SHIPMENT_EXISTS', 'TOO_MANY_SHIPMENTS', 'FORBIDDEN', 'ACCOUNT_NOT_FOUND'],
  touches: ({ id, uid }) => [
    byId(shipments, id),
    byId(users, uid),
    byField(shipments, 'uid', uid, false),
    byField(postalLabels, 'uid', uid, false),
    ...touchesOfStock(),
  ],
  run(tx, { id, uid }, ctx) {
    // nobody signs in to an earlier account, so nobody else takes a label for somebody
    if (ctx.actor.uid !== uid) throw refusal(kernelRefusals, 'FORBIDDEN')
    const [label] = freeLabels(tx)
    if (!label) throw refusal(shipmentRefusals, 'NO_LABEL')
    const openCount = openLabels(tx, uid)
    if (openCount >= MAX_OPEN_LABELS) throw refusal(shipmentRefusals, 'LABELS_IN_USE')
    const isKnown = tx.where(shipments, 'uid', uid).some((shipment) => !isPending(shipment))
    if (!isKnown && openCount >= MAX_FIRST_LABELS) throw refusal(shipmentRefusals, 'FIRST_LABELS_IN_USE')
    addShipment(tx, ctx, { id, uid, carrier: label.carrier, trackingNumber: label.trackingNumber })
    tx.put(postalLabels, { ...label, state: 'taken', uid, shipmentId: id, takenAtMs: ctx.nowMs })
    recountLabels(tx)
  },
})

/** Counts the labels whose box the shop has not received. A deleted shipment counts, or somebody could take all labels one after the other. */
function openLabels(tx: CommandTx, uid: string): number {
  const own = new Map(tx.where(shipments, 'uid', uid).map((shipment) => [shipment.id, shipment]))
  return tx.where(postalLabels, 'uid', uid).filter(({ shipmentId }) => {
    const shipment = own.get(shipmentId ?? '')
    return !shipment || isPending(shipment)
  }).length
}
