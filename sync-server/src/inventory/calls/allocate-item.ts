import { allocateItem } from '@shop/shared/inventory/calls/change-items.ts'
import { allocate } from '@shop/shared/inventory/commands/hand-over.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerItem } from '../rest-items.ts'

/** POST /inventory/allocate. */
export const allocateItemCall = implementCall(allocateItem, async ({ body, actor, platform, newId }) => {
  const newItemId = newId()
  const { masterItemID: masterItemId, consignorID: consignorId, quantity, location } = body
  await platform.runCommand(actor, allocate, { masterItemId, consignorId, newItemId, quantity, location })
  return answerItem(platform, newItemId, 'Item added to consignor inventory successfully')
})
