import { updateItemImage } from '@shop/shared/inventory/calls/item-images.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { ownedItem } from '../rest-items.ts'

/** POST /admin/update-item-image. */
export const updateItemImageCall = implementCall(updateItemImage, async ({ body, actor, platform }) => {
  const { itemUID: id, imageUrl } = body
  const before = () => ownedItem(platform, id, body.consignorUID)
  await platform.runCommand(actor, editItem, { id, changes: { imageUrl } }, { before })
  return { success: true as const, message: 'Image updated successfully' }
})
