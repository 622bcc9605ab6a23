import { addConsignorItem } from '@shop/shared/inventory/calls/change-items.ts'
import { addConsignor } from '@shop/shared/inventory/commands/add-item.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerItem, textsOf } from '../rest-items.ts'

/** POST /inventory/consignor. */
export const addConsignorItemCall = implementCall(addConsignorItem, async ({ body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  const args = { id, consignorId: body.consignorID, texts: textsOf(body), quantity: body.quantity ?? 0 }
  await platform.runCommand(actor, addConsignor, args, { id: body.id })
  return answerItem(platform, id, 'Item added to consignor inventory successfully')
})
