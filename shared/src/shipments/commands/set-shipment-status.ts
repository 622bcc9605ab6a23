import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit, differing } from '../../settings/rules/audit.ts'
import { changeableShipment } from '../rules/own-shipment.ts'
import { type Shipment, shipments } from '../schema.ts'

/** Sets the flags delivered and processed, with an audit entry; an absent flag stays unchanged. Refuses SHIPMENT_NOT_FOUND. */
export const setShipmentStatus = defineCommand({
  name: 'shipments.setStatus',
  args: z.object({ id: idSchema, isDelivered: z.optional(z.boolean()), isProcessed: z.optional(z.boolean()) }),
  roles: ['admin'],
  refusals: ['SHIPMENT_NOT_FOUND'],
  touches: ({ id }) => [byId(shipments, id)],
  run(tx, { id, isDelivered, isProcessed }, ctx) {
    const shipment = changeableShipment(tx, ctx, id)
    const changed = differing<Partial<Shipment>>(shipment, { isDelivered, isProcessed })
    if (!changed) return
    tx.put(shipments, { ...shipment, ...changed.is, updatedAtMs: ctx.nowMs })
    const { uid, carrier, trackingNumber } = shipment
    audit(tx, ctx, { action: 'shipments.setStatus', subject: uid, before: changed.was, after: { ...changed.is, carrier, trackingNumber } })
  },
})
