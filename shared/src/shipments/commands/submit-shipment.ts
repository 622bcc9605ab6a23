import * as z from 'zod/mini'
import { isErased } from '../../accounts/rules/erasure.ts'
import { users } from '../../accounts/schema.ts'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { kernelRefusals, refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { shipmentRefusals } from '../errors.ts'
import { carrierSchema, trackingNumberSchema } from '../rules/shipment-form.ts'
import { shipments } from '../schema.ts'

/** Reports a box on its way to the shop; an admin's report for another person is audited. Refuses SHIPMENT_EXISTS, FORBIDDEN. */
export const submitShipment = defineCommand({
  name: 'shipments.submit',
  args: z.object({ id: idSchema, uid: idSchema, carrier: carrierSchema, trackingNumber: trackingNumberSchema }),
  roles: ['user', 'admin'],
  refusals: ['SHIPMENT_EXISTS', 'FORBIDDEN'],
  touches: ({ id, uid }) => [byId(shipments, id), byId(users, uid, false)],
  run(tx, { id, uid, carrier, trackingNumber }, ctx) {
    const isOwn = ctx.actor.uid === uid
    const owner = tx.get(users, uid)
    if ((!isOwn && (ctx.actor.role !== 'admin' || !owner)) || (owner && isErased(owner))) throw refusal(kernelRefusals, 'FORBIDDEN')
    if (tx.get(shipments, id)) throw refusal(shipmentRefusals, 'SHIPMENT_EXISTS')
    tx.put(shipments, {
      id,
      uid,
      carrier,
      trackingNumber,
      isDelivered: false,
      isProcessed: false,
      submittedAtMs: ctx.nowMs,
      updatedAtMs: ctx.nowMs,
    })
    if (!isOwn) audit(tx, ctx, { action: 'shipments.submit', subject: uid, after: { carrier, trackingNumber } })
  },
})
