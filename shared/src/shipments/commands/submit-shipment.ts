import * as z from 'zod/mini'
import { requireActingFor, requireNotErased } from '../../accounts/rules/acting-for.ts'
import { users } from '../../accounts/schema.ts'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { shipmentRefusals } from '../errors.ts'
import { carrierSchema, trackingNumberSchema } from '../rules/shipment-form.ts'
import { isPending } from '../rules/status.ts'
import { MAX_PENDING_SHIPMENTS, shipments } from '../schema.ts'

/** Reports a box on its way to the shop; an admin's report for another person is audited. Refuses SHIPMENT_EXISTS, TOO_MANY_SHIPMENTS, FORBIDDEN,
 *  ACCOUNT_NOT_FOUND. */
export const submitShipment = defineCommand({
  name: 'shipments.submit',
  args: z.object({ id: idSchema, uid: idSchema, carrier: carrierSchema, trackingNumber: trackingNumberSchema }),
  roles: ['user', 'admin'],
  refusals: ['SHIPMENT_EXISTS', 'TOO_MANY_SHIPMENTS', 'FORBIDDEN', 'ACCOUNT_NOT_FOUND'],
  // locks the consignor's row, so that two commands that each report the last box allowed run one after the other
  touches: ({ id, uid }) => [byId(shipments, id), byId(users, uid), byField(shipments, 'uid', uid, false)],
  run(tx, { id, uid, carrier, trackingNumber }, ctx) {
    const isOwn = ctx.actor.uid === uid
    requireActingFor(tx, ctx, uid)
    requireNotErased(tx.get(users, uid))
    if (tx.get(shipments, id)) throw refusal(shipmentRefusals, 'SHIPMENT_EXISTS')
    if (ctx.actor.role === 'user' && tx.where(shipments, 'uid', uid).filter(isPending).length >= MAX_PENDING_SHIPMENTS)
      throw refusal(shipmentRefusals, 'TOO_MANY_SHIPMENTS')
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
