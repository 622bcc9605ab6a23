import { addMasterItem } from '@shop/shared/inventory/calls/change-items.ts'
import { addMaster } from '@shop/shared/inventory/commands/add-item.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerItem, textsOf } from '../rest-items.ts'

/** POST /inventory/master. */
export const addMasterItemCall = implementCall(addMasterItem, async ({ body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  await platform.runCommand(actor, addMaster, { id, texts: textsOf(body), quantity: body.quantity ?? 0 }, { id: body.id })
  return answerItem(platform, id, 'Item added to master inventory')
})
