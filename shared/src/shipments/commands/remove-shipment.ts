import * as z from 'zod/mini'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { postalLabels } from '../label-schema.ts'
import { changeableShipment } from '../rules/own-shipment.ts'
import { isPending } from '../rules/status.ts'
import { shipments } from '../schema.ts'

/** Deletes a shipment, and the postal label of a box that the shop has received; deleting another person's shipment is audited. Refuses SHIPMENT_NOT_FOUND, SHIPMENT_CLOSED. */
export const removeShipment = defineCommand({
  name: 'shipments.remove',
  args: z.object({ id: idSchema }),
  roles: ['user', 'admin'],
  refusals: ['SHIPMENT_NOT_FOUND', 'SHIPMENT_CLOSED'],
  touches: ({ id }) => [byId(shipments, id), byField(postalLabels, 'shipmentId', id)],
  run(tx, { id }, ctx) {
    const shipment = changeableShipment(tx, ctx, id)
    const { uid, carrier, trackingNumber } = shipment
    tx.remove(shipments, id)
    // without its shipment, the label of a box that never came counts as one that may still be used
    if (!isPending(shipment)) for (const label of tx.where(postalLabels, 'shipmentId', id)) tx.remove(postalLabels, label.id)
    if (uid !== ctx.actor.uid) audit(tx, ctx, { action: 'shipments.remove', subject: uid, before: { carrier, trackingNumber } })
  },
})
