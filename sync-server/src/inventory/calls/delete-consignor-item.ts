import { deleteConsignorItem } from '@shop/shared/inventory/calls/change-items.ts'
import { removeItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { ownedItem } from '../rest-items.ts'

/** DELETE /inventory/consignor/{consignorId}/{itemId}. */
export const deleteConsignorItemCall = implementCall(deleteConsignorItem, async ({ params, actor, platform }) => {
  const before = () => ownedItem(platform, params.itemId, params.consignorId.toLowerCase())
  await platform.runCommand(actor, removeItem, { id: params.itemId }, { before })
  return { message: 'Item deleted successfully' }
})
