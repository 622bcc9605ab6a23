import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { changeableShipment } from '../rules/own-shipment.ts'
import { shipments } from '../schema.ts'

/** Deletes a shipment; deleting another person's shipment is audited. Refuses SHIPMENT_NOT_FOUND, SHIPMENT_CLOSED. */
export const removeShipment = defineCommand({
  name: 'shipments.remove',
  args: z.object({ id: idSchema }),
  roles: ['user', 'admin'],
  refusals: ['SHIPMENT_NOT_FOUND', 'SHIPMENT_CLOSED'],
  touches: ({ id }) => [byId(shipments, id)],
  run(tx, { id }, ctx) {
    const { uid, carrier, trackingNumber } = changeableShipment(tx, ctx, id)
    tx.remove(shipments, id)
    if (uid !== ctx.actor.uid) audit(tx, ctx, { action: 'shipments.remove', subject: uid, before: { carrier, trackingNumber } })
  },
})
