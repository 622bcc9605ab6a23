import { massInputItems } from '@shop/shared/inventory/calls/change-items.ts'
import { massInput } from '@shop/shared/inventory/commands/mass-input.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** POST /inventory/consignor/mass-input. */
export const massInputItemsCall = implementCall(massInputItems, async ({ body, actor, platform, newId }) => {
  const { consignorID: consignorId, itemName, location, barcodes } = body
  const entries = barcodes.filter((barcode) => barcode.trim() !== '').map((barcode) => ({ id: newId(), barcode: barcode.trim() }))
  await platform.runCommand(actor, massInput, { consignorId, itemName, location, entries })
  const firstIds = [...new Map([...entries].reverse().map(({ id, barcode }) => [barcode, id])).values()].reverse()
  const pieces = entries.length === 1 ? '1 piece' : `${entries.length} pieces`
  return {
    message: `Added ${firstIds.length === 1 ? '1 item' : `${firstIds.length} items`} (${pieces}) to consignor inventory`,
    ids: firstIds,
  }
})
