import {
  addConsignorItem,
  addMasterItem,
  allocateItem,
  copyItem,
  deleteConsignorItem,
  deleteMasterItem,
  editConsignorItem,
  editMasterItem,
  massInputItems,
  recordMasterSale,
} from '@shop/shared/inventory/calls/change-items.ts'
import { addConsignor, addMaster } from '@shop/shared/inventory/commands/add-item.ts'
import { editItem, removeItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { allocate, copyToConsignor } from '@shop/shared/inventory/commands/hand-over.ts'
import { massInput } from '@shop/shared/inventory/commands/mass-input.ts'
import { sellMaster } from '@shop/shared/inventory/commands/sell-master.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { answerItem, editArgsOf, ownedItem, textsOf } from '../rest-items.ts'

/** POST /inventory/master. */
export const addMasterItemCall = implementCall(addMasterItem, async ({ body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  await platform.runCommand(actor, addMaster, { id, texts: textsOf(body), quantity: body.quantity ?? 0 }, { id: body.id })
  return answerItem(platform, id, 'Item added to master inventory')
})

/** PUT /inventory/master/{id}. */
export const editMasterItemCall = implementCall(editMasterItem, async ({ params, body, actor, platform }) => {
  const id = params.id.toLowerCase()
  const before = () => ownedItem(platform, id, null)
  await platform.runCommand(actor, editItem, editArgsOf({ id }, body), { before })
  return answerItem(platform, id, 'Item updated successfully')
})

/** DELETE /inventory/master/{id}. */
export const deleteMasterItemCall = implementCall(deleteMasterItem, async ({ params, actor, platform }) => {
  const before = () => ownedItem(platform, params.id, null)
  await platform.runCommand(actor, removeItem, { id: params.id }, { before })
  return { message: 'Item deleted successfully' }
})

/** POST /inventory/consignor. */
export const addConsignorItemCall = implementCall(addConsignorItem, async ({ body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  const args = { id, consignorId: body.consignorID, texts: textsOf(body), quantity: body.quantity ?? 0 }
  await platform.runCommand(actor, addConsignor, args, { id: body.id })
  return answerItem(platform, id, 'Item added to consignor inventory successfully')
})

/** PUT /inventory/consignor/{consignorId}/{itemId}. */
export const editConsignorItemCall = implementCall(editConsignorItem, async ({ params, body, actor, platform }) => {
  const id = params.itemId.toLowerCase()
  const before = () => ownedItem(platform, id, params.consignorId.toLowerCase())
  await platform.runCommand(actor, editItem, editArgsOf({ id }, body), { before })
  return answerItem(platform, id, 'Item updated successfully')
})

/** DELETE /inventory/consignor/{consignorId}/{itemId}. */
export const deleteConsignorItemCall = implementCall(deleteConsignorItem, async ({ params, actor, platform }) => {
  const before = () => ownedItem(platform, params.itemId, params.consignorId.toLowerCase())
  await platform.runCommand(actor, removeItem, { id: params.itemId }, { before })
  return { message: 'Item deleted successfully' }
})

/** POST /inventory/allocate. */
export const allocateItemCall = implementCall(allocateItem, async ({ body, actor, platform, newId }) => {
  const newItemId = newId()
  const { masterItemID: masterItemId, consignorID: consignorId, quantity, location } = body
  await platform.runCommand(actor, allocate, { masterItemId, consignorId, newItemId, quantity, location })
  return answerItem(platform, newItemId, 'Item added to consignor inventory successfully')
})

/** POST /inventory/copy-to-consignor. */
export const copyItemCall = implementCall(copyItem, async ({ body, actor, platform, newId }) => {
  const before = () => ownedItem(platform, body.sourceItemUID, body.sourceConsignorID)
  const newItemId = newId()
  const { targetConsignorID: consignorId, quantity, location } = body
  const args = { sourceItemId: body.sourceItemUID, consignorId, newItemId, quantity, location }
  await platform.runCommand(actor, copyToConsignor, args, { before })
  return answerItem(platform, newItemId, 'Item copied to consignor inventory successfully')
})

/** POST /inventory/consignor/mass-input. */
export const massInputItemsCall = implementCall(massInputItems, async ({ body, actor, platform, newId }) => {
  const { consignorID: consignorId, itemName, location, barcodes } = body
  const entries = barcodes.filter((barcode) => barcode.trim() !== '').map((barcode) => ({ id: newId(), barcode: barcode.trim() }))
  await platform.runCommand(actor, massInput, { consignorId, itemName, location, entries })
  const firstIds = [...new Map([...entries].reverse().map(({ id, barcode }) => [barcode, id])).values()].reverse()
  const pieces = entries.length === 1 ? '1 piece' : `${entries.length} pieces`
  return {
    message: `Added ${firstIds.length === 1 ? '1 item' : `${firstIds.length} items`} (${pieces}) to consignor inventory`,
    ids: firstIds,
  }
})

/** POST /inventory/master/sale. */
export const recordMasterSaleCall = implementCall(recordMasterSale, async ({ body, actor, platform, newId }) => {
  const saleId = body.saleID ?? newId()
  await platform.runCommand(actor, sellMaster, { saleId, itemId: body.masterItemID, quantity: body.quantitySold }, { id: body.saleID })
  return { message: 'Sale recorded successfully', saleID: saleId }
})
