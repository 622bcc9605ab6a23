import { recordMasterSale } from '@shop/shared/inventory/calls/change-items.ts'
import { sellMaster } from '@shop/shared/inventory/commands/sell-master.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** POST /inventory/master/sale. */
export const recordMasterSaleCall = implementCall(recordMasterSale, async ({ body, actor, platform, newId }) => {
  const saleId = body.saleID ?? newId()
  await platform.runCommand(actor, sellMaster, { saleId, itemId: body.masterItemID, quantity: body.quantitySold }, { id: body.saleID })
  return { message: 'Sale recorded successfully', saleID: saleId }
})
