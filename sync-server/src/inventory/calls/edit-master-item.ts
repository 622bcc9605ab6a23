import { editMasterItem } from '@shop/shared/inventory/calls/change-items.ts'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerItem, editArgsOf, ownedItem } from '../rest-items.ts'

/** PUT /inventory/master/{id}. */
export const editMasterItemCall = implementCall(editMasterItem, async ({ params, body, actor, platform }) => {
  const id = params.id.toLowerCase()
  const before = () => ownedItem(platform, id, null)
  await platform.runCommand(actor, editItem, editArgsOf({ id }, body), { before })
  return answerItem(platform, id, 'Item updated successfully')
})
