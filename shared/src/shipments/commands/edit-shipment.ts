import * as z from 'zod/mini'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit, differing } from '../../settings/rules/audit.ts'
import { shipmentRefusals } from '../errors.ts'
import { postalLabels } from '../label-schema.ts'
import { changeableShipment } from '../rules/own-shipment.ts'
import { carrierSchema, trackingNumberSchema } from '../rules/shipment-form.ts'
import { type Shipment, shipments } from '../schema.ts'

/** Changes the carrier or the tracking number of a shipment; an edit of another person's shipment is audited. Refuses SHIPMENT_NOT_FOUND,
 *  SHIPMENT_CLOSED, and NUMBER_OF_LABEL for a box with one of the shop's labels. */
export const editShipment = defineCommand({
  name: 'shipments.edit',
  args: z.object({
    id: idSchema,
    changes: z.partial(z.object({ carrier: carrierSchema, trackingNumber: trackingNumberSchema })),
  }),
  roles: ['user', 'admin'],
  refusals: ['SHIPMENT_NOT_FOUND', 'SHIPMENT_CLOSED', 'NUMBER_OF_LABEL'],
  touches: ({ id }) => [byId(shipments, id), byField(postalLabels, 'shipmentId', id, false)],
  run(tx, { id, changes }, ctx) {
    const shipment = changeableShipment(tx, ctx, id)
    if (tx.where(postalLabels, 'shipmentId', id).length > 0) throw refusal(shipmentRefusals, 'NUMBER_OF_LABEL')
    tx.put(shipments, { ...shipment, ...changes, updatedAtMs: ctx.nowMs })
    const changed = shipment.uid === ctx.actor.uid ? undefined : differing<Partial<Shipment>>(shipment, changes)
    if (changed) audit(tx, ctx, { action: 'shipments.edit', subject: shipment.uid, before: changed.was, after: changed.is })
  },
})
