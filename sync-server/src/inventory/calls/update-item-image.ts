import { updateItemImage } from '@shop/shared/inventory/calls/item-images.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { ownedItem } from '../rest-items.ts'

/** POST /admin/update-item-image. */
export const updateItemImageCall = implementCall(updateItemImage, async ({ body, actor, platform }) => {
  const { itemUID: id, imageUrl, onlyMissing } = body
  const before = async () => {
    const item = await ownedItem(platform, id, body.consignorUID)
    if (onlyMissing && item.imageUrl !== '') throw refusal(inventoryRefusals, 'IMAGE_THERE')
  }
  await platform.runCommand(actor, editItem, { id, changes: { imageUrl } }, { before })
  return { success: true as const, message: 'Image updated successfully' }
})
