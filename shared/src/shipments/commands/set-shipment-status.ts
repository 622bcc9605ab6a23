import { z } from 'zod'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { changeableShipment } from '../rules/own-shipment.ts'
import { shipments } from '../schema.ts'

/** Sets delivered or processed, each on its own (spec §4): two admins who set different flags both win. Refuses SHIPMENT_NOT_FOUND. */
export const setShipmentStatus = defineCommand({
  name: 'shipments.setStatus',
  args: z.object({ id: idSchema, isDelivered: z.boolean().optional(), isProcessed: z.boolean().optional() }),
  roles: ['admin'],
  refusals: ['SHIPMENT_NOT_FOUND'],
  touches: ({ id }) => [byId(shipments, id)],
  run(tx, { id, isDelivered, isProcessed }, ctx) {
    const shipment = changeableShipment(tx, ctx, id)
    const changed = { ...shipment, isDelivered: isDelivered ?? shipment.isDelivered, isProcessed: isProcessed ?? shipment.isProcessed }
    if (changed.isDelivered === shipment.isDelivered && changed.isProcessed === shipment.isProcessed) return
    tx.put(shipments, { ...changed, updatedAtMs: ctx.nowMs })
  },
})
