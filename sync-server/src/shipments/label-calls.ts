import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { addLabel } from '@shop/shared/shipments/commands/add-label.ts'
import { removeLabel } from '@shop/shared/shipments/commands/remove-label.ts'
import { takeLabel } from '@shop/shared/shipments/commands/take-label.ts'
import { shipmentRefusals } from '@shop/shared/shipments/errors.ts'
import { addLabelCall, downloadPostalLabelCall, removeLabelCall, takeLabelCall } from '@shop/shared/shipments/label-calls.ts'
import type { PostalLabel } from '@shop/shared/shipments/label-schema.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import type { Db } from '../platform/database/database.ts'
import { implementCall } from '../platform/http/implement-call.ts'
import { labelResponse } from '../platform/http/label-response.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import { readShipment } from './rest-shipments.ts'
import { postalLabelsTable } from './tables.ts'

/** POST /postal-labels. Stores the file before the label exists. After a failure the file stays for a day: a copy of this request may be about to use
 *  it. */
export const handleAddLabel = (pictures: Pictures) =>
  implementCall(addLabelCall, async ({ body, actor, platform, newId }) => {
    const id = newId()
    const bytes = new Uint8Array(await body.labelFile.arrayBuffer())
    const file = await pictures.keepLabel({ bytes, id })
    const { carrier, trackingNumber } = body
    await platform.runCommand(actor, addLabel, { id, carrier, trackingNumber, file })
    return { message: 'Postal label added', id }
  })

/** DELETE /postal-labels/{id}. */
export const handleRemoveLabel = implementCall(removeLabelCall, async ({ params, actor, platform }) => {
  await platform.runCommand(actor, removeLabel, { id: params.id.toLowerCase() })
  return { message: 'Postal label deleted' }
})

/** POST /postal-labels/take. */
export const handleTakeLabel = implementCall(takeLabelCall, async ({ body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  await platform.runCommand(actor, takeLabel, { id, uid: actor.uid }, { id: body.id })
  const shipment = await readShipment(platform, id, actor.uid)
  const label = await platform.db.selectFrom('postal_labels').select('id').where('shipment_id', '=', shipment.id).executeTakeFirst()
  return { message: 'Shipment submitted successfully!', labelId: label?.id ?? '', shipment }
})

/** GET /postal-labels/{id}/file. */
export const handleDownloadPostalLabel = (pictures: Pictures) =>
  implementCall(downloadPostalLabelCall, async ({ params, actor, platform }) => {
    const label = await readLabelRow(platform.db, params.id)
    // a free label is worth its postage, so only admins may read it
    if (label && actor.role !== 'admin' && label.uid !== actor.uid) throw refusal(kernelRefusals, 'FORBIDDEN')
    const bytes = label && (await pictures.readLabel(label.file.name))
    if (!label || !bytes) throw refusal(shipmentRefusals, 'POSTAL_LABEL_NOT_FOUND')
    return labelResponse(label.file, bytes, label.id)
  })

const readLabelRow = (db: Db, id: string): Promise<PostalLabel | undefined> =>
  db.selectFrom('postal_labels').select(namedColumns(postalLabelsTable)).where('id', '=', id.toLowerCase()).executeTakeFirst()

/** True when some postal label has this file. */
export async function isPostalLabel(db: Db, name: string): Promise<boolean> {
  const labels = db
    .selectFrom('postal_labels')
    .select('id')
    .where((eb) => eb(eb.ref('file', '->>').key('name'), '=', name))
  return (await labels.limit(1).executeTakeFirst()) !== undefined
}

/** True when a consignor could take a postal label now, which is what the landing page promises. */
export async function hasPostalLabels(db: Db): Promise<boolean> {
  const stock = await db.selectFrom('label_stocks').select('free_count').executeTakeFirst()
  return (stock?.free_count ?? 0) > 0
}
