import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit, differing } from '../../settings/rules/audit.ts'
import { changeableShipment } from '../rules/own-shipment.ts'
import { carrierSchema, trackingNumberSchema } from '../rules/shipment-form.ts'
import { type Shipment, shipments } from '../schema.ts'

/** Changes the carrier or the tracking number of a shipment; an edit of another person's shipment is audited. Refuses SHIPMENT_NOT_FOUND,
 *  SHIPMENT_CLOSED. */
export const editShipment = defineCommand({
  name: 'shipments.edit',
  args: z.object({
    id: idSchema,
    changes: z.partial(z.object({ carrier: carrierSchema, trackingNumber: trackingNumberSchema })),
  }),
  roles: ['user', 'admin'],
  refusals: ['SHIPMENT_NOT_FOUND', 'SHIPMENT_CLOSED'],
  touches: ({ id }) => [byId(shipments, id)],
  run(tx, { id, changes }, ctx) {
    const shipment = changeableShipment(tx, ctx, id)
    tx.put(shipments, { ...shipment, ...changes, updatedAtMs: ctx.nowMs })
    const changed = shipment.uid === ctx.actor.uid ? undefined : differing<Partial<Shipment>>(shipment, changes)
    if (changed) audit(tx, ctx, { action: 'shipments.edit', subject: shipment.uid, before: changed.was, after: changed.is })
  },
})
