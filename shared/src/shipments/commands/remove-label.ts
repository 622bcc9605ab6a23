import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { audit } from '../../settings/rules/audit.ts'
import { shipmentRefusals } from '../errors.ts'
import { postalLabels } from '../label-schema.ts'
import { recountLabels, touchesOfStock } from '../rules/label-stock.ts'

/** Deletes a postal label and its file, also one that was taken. Refuses POSTAL_LABEL_NOT_FOUND. */
export const removeLabel = defineCommand({
  name: 'shipments.removeLabel',
  args: z.object({ id: idSchema }),
  roles: ['admin'],
  channel: 'server',
  refusals: ['POSTAL_LABEL_NOT_FOUND'],
  touches: ({ id }) => [byId(postalLabels, id), ...touchesOfStock()],
  run(tx, { id }, ctx) {
    const label = tx.get(postalLabels, id)
    if (!label) throw refusal(shipmentRefusals, 'POSTAL_LABEL_NOT_FOUND')
    tx.remove(postalLabels, id)
    recountLabels(tx)
    audit(tx, ctx, { action: 'shipments.removeLabel', subject: id, before: { carrier: label.carrier, state: label.state } })
  },
})
