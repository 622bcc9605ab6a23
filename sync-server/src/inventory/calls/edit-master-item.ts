import { editMasterItem } from '@shop/shared/inventory/calls/change-items.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { answerItem, editArgsOf, ownedItem } from '../rest-items.ts'

/** PUT /inventory/master/{id}. */
export const editMasterItemCall = implementCall(editMasterItem, async ({ params, body, actor, platform }) => {
  const item = await ownedItem(platform, params.id, null)
  await platform.runCommand(actor, editItem, editArgsOf(item, body))
  return answerItem(platform, item.id, 'Item updated successfully')
})
