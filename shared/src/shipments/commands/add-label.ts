import * as z from 'zod/mini'
import { byField, byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { shipmentRefusals } from '../errors.ts'
import { MAX_FREE_LABELS, postalLabelSchema, postalLabels } from '../label-schema.ts'
import { freeLabels, recountLabels, touchesOfStock } from '../rules/label-stock.ts'
import { carrierSchema, trackingNumberSchema } from '../rules/shipment-form.ts'
import { plainTrackingNumber } from '../rules/tracking.ts'

/** Puts a prepaid postal label into the shop's stock. Refuses LABEL_EXISTS when another label has the tracking number, and TOO_MANY_LABELS. */
export const addLabel = defineCommand({
  name: 'shipments.addLabel',
  args: z.object({ id: idSchema, carrier: carrierSchema, trackingNumber: trackingNumberSchema, file: postalLabelSchema.shape.file }),
  roles: ['admin'],
  channel: 'server',
  refusals: ['LABEL_EXISTS', 'TOO_MANY_LABELS'],
  touches: ({ id, trackingNumber }) => [
    byId(postalLabels, id),
    byField(postalLabels, 'numberKey', plainTrackingNumber(trackingNumber)),
    ...touchesOfStock(),
  ],
  run(tx, { id, carrier, trackingNumber, file }, ctx) {
    const numberKey = plainTrackingNumber(trackingNumber)
    if (freeLabels(tx).length >= MAX_FREE_LABELS) throw refusal(shipmentRefusals, 'TOO_MANY_LABELS')
    if (tx.where(postalLabels, 'numberKey', numberKey).length > 0) throw refusal(shipmentRefusals, 'LABEL_EXISTS')
    tx.put(postalLabels, {
      id,
      state: 'free',
      carrier,
      trackingNumber,
      numberKey,
      file,
      addedAtMs: ctx.nowMs,
      uid: null,
      shipmentId: null,
      takenAtMs: null,
    })
    recountLabels(tx)
    // the number will belong to a consignor, whose erasure must not find it in the log
    tx.forgetArgs()
    audit(tx, ctx, { action: 'shipments.addLabel', subject: id, after: { carrier } })
  },
})
