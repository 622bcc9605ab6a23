import { toCents } from '@shop/shared/kernel/dollars.ts'
import { recordCustom } from '@shop/shared/sales/calls.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { implementCall } from '../../platform/http/implement-call.ts'

/** POST /sales/custom. */
export const recordCustomSaleCall = implementCall(recordCustom, async ({ body, actor, platform, newId }) => {
  const saleId = body.saleID ?? newId()
  const args = { saleId, consignorId: body.consignorID, itemName: body.itemName, amountCents: toCents(body.amount) }
  await platform.runCommand(actor, recordCustomSale, args, { id: body.saleID })
  return { message: 'Sale recorded successfully', saleID: saleId }
})
