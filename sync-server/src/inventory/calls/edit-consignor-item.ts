import { editConsignorItem } from '@shop/shared/inventory/calls/change-items.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerItem, editArgsOf, ownedItem } from '../rest-items.ts'

/** PUT /inventory/consignor/{consignorId}/{itemId}. */
export const editConsignorItemCall = implementCall(editConsignorItem, async ({ params, body, actor, platform }) => {
  const id = params.itemId.toLowerCase()
  const before = () => ownedItem(platform, id, params.consignorId.toLowerCase())
  await platform.runCommand(actor, editItem, editArgsOf({ id }, body), { before })
  return answerItem(platform, id, 'Item updated successfully')
})
