import * as z from 'zod/mini'
import { users } from '../../accounts/schema.ts'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { addShipment } from '../rules/own-shipment.ts'
import { carrierSchema, trackingNumberSchema } from '../rules/shipment-form.ts'
import { shipments } from '../schema.ts'

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
    addShipment(tx, ctx, { id, uid, carrier, trackingNumber })
    if (ctx.actor.uid !== uid) audit(tx, ctx, { action: 'shipments.submit', subject: uid, after: { carrier, trackingNumber } })
  },
})
