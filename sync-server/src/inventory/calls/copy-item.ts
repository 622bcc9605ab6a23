import { copyItem } from '@shop/shared/inventory/calls/change-items.ts'
import { copyToConsignor } from '@shop/shared/inventory/commands/hand-over.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerItem, ownedItem } from '../rest-items.ts'

/** POST /inventory/copy-to-consignor. */
export const copyItemCall = implementCall(copyItem, async ({ body, actor, platform, newId }) => {
  const before = () => ownedItem(platform, body.sourceItemUID, body.sourceConsignorID)
  const newItemId = newId()
  const { targetConsignorID: consignorId, quantity, location } = body
  const args = { sourceItemId: body.sourceItemUID, consignorId, newItemId, quantity, location }
  await platform.runCommand(actor, copyToConsignor, args, { before })
  return answerItem(platform, newItemId, 'Item copied to consignor inventory successfully')
})
