import { deleteMasterItem } from '@shop/shared/inventory/calls/change-items.ts'
import { removeItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { ownedItem } from '../rest-items.ts'

/** DELETE /inventory/master/{id}. */
export const deleteMasterItemCall = implementCall(deleteMasterItem, async ({ params, actor, platform }) => {
  const before = () => ownedItem(platform, params.id, null)
  await platform.runCommand(actor, removeItem, { id: params.id }, { before })
  return { message: 'Item deleted successfully' }
})
