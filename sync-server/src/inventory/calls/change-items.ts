import {
  addConsignorItemCall,
  addMasterItemCall,
  allocateItemCall,
  copyItemCall,
  editConsignorItemCall,
  editMasterItemCall,
  massInputItemsCall,
  recordMasterSaleCall,
  removeConsignorItemCall,
  removeMasterItemCall,
} from '@shop/shared/inventory/calls/change-items.ts'
import { addConsignorItem, addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { allocateItem } from '@shop/shared/inventory/commands/allocate-item.ts'
import { copyItem } from '@shop/shared/inventory/commands/copy-item.ts'
import { editItem, removeItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { massInputItems } from '@shop/shared/inventory/commands/mass-input-items.ts'
import { recordMasterSale } from '@shop/shared/inventory/commands/record-master-sale.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import type { Platform } from '../../platform/platform.ts'
import { answerItem, editArgsOf, itemsHeldAt, ownedItem, storedIds, textsOf } from '../rest-items.ts'

/** POST /inventory/master. */
export const handleAddMasterItem = implementCall(addMasterItemCall, async ({ body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  await platform.runCommand(actor, addMasterItem, { id, texts: textsOf(body), quantity: body.quantity ?? 0 }, { id: body.id })
  return answerItem(platform, id, 'Item added to master inventory')
})

/** PUT /inventory/master/{id}. */
export const handleEditMasterItem = implementCall(editMasterItemCall, async ({ params, body, actor, platform }) => {
  const id = params.id.toLowerCase()
  const before = () => ownedItem(platform, id, null)
  await platform.runCommand(actor, editItem, editArgsOf({ id }, body), { before })
  return answerItem(platform, id, 'Item updated successfully')
})

/** DELETE /inventory/master/{id}. */
export const handleRemoveMasterItem = implementCall(removeMasterItemCall, async ({ params, actor, platform }) => {
  const before = () => ownedItem(platform, params.id, null)
  await platform.runCommand(actor, removeItem, { id: params.id }, { before })
  return { message: 'Item deleted successfully' }
})

/** POST /inventory/consignor. */
export const handleAddConsignorItem = implementCall(addConsignorItemCall, async ({ body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  const args = { id, consignorId: body.consignorID, texts: textsOf(body), quantity: body.quantity ?? 0 }
  await platform.runCommand(actor, addConsignorItem, args, { id: body.id })
  return answerItem(platform, id, 'Item added to consignor inventory successfully')
})

/** PUT /inventory/consignor/{consignorId}/{itemId}. */
export const handleEditConsignorItem = implementCall(editConsignorItemCall, async ({ params, body, actor, platform }) => {
  const id = params.itemId.toLowerCase()
  const before = () => ownedItem(platform, id, params.consignorId.toLowerCase())
  await platform.runCommand(actor, editItem, editArgsOf({ id }, body), { before })
  return answerItem(platform, id, 'Item updated successfully')
})

/** DELETE /inventory/consignor/{consignorId}/{itemId}. */
export const handleRemoveConsignorItem = implementCall(removeConsignorItemCall, async ({ params, actor, platform }) => {
  const before = () => ownedItem(platform, params.itemId, params.consignorId.toLowerCase())
  await platform.runCommand(actor, removeItem, { id: params.itemId }, { before })
  return { message: 'Item deleted successfully' }
})

/** POST /inventory/allocate. */
export const handleAllocateItem = implementCall(allocateItemCall, async ({ body, actor, platform, newId }) => {
  const newItemId = newId()
  const { masterItemID: masterItemId, consignorID: consignorId, quantity, location } = body
  const args = { masterItemId, consignorId, newItemId, quantity, location }
  const held = body.addToExisting ? await heldOf(platform, args) : undefined
  await platform.runCommand(actor, allocateItem, { ...args, ...(held && { addToItemId: held.id }) })
  const isAdded = held && (await storedIds(platform, [newItemId])).size === 0
  return answerItem(platform, isAdded ? held.id : newItemId, 'Item added to consignor inventory successfully')
})

/** The consignor's item that may take the allocated pieces. Without a location they lie where the master item lies. */
async function heldOf(platform: Platform, args: { masterItemId: string; consignorId: string; newItemId: string; location: string }) {
  const { barcode1, location } = await ownedItem(platform, args.masterItemId, null)
  const shelf = { consignorId: args.consignorId, location: args.location || location }
  const heldBy = await itemsHeldAt(platform, shelf, [{ id: args.newItemId, barcode: barcode1 }])
  return heldBy(barcode1)
}

/** POST /inventory/copy-to-consignor. */
export const handleCopyItem = implementCall(copyItemCall, async ({ body, actor, platform, newId }) => {
  const before = () => ownedItem(platform, body.sourceItemUID, body.sourceConsignorID)
  const newItemId = newId()
  const { targetConsignorID: consignorId, quantity, location } = body
  const args = { sourceItemId: body.sourceItemUID, consignorId, newItemId, quantity, location }
  await platform.runCommand(actor, copyItem, args, { before })
  return answerItem(platform, newItemId, 'Item copied to consignor inventory successfully')
})

/** POST /inventory/consignor/mass-input. */
export const handleMassInputItems = implementCall(massInputItemsCall, async ({ body, actor, platform, newId }) => {
  const { consignorID: consignorId, itemName, location, barcodes } = body
  const typed = barcodes.filter((barcode) => barcode.trim() !== '').map((barcode) => ({ id: newId(), barcode: barcode.trim() }))
  const shelf = { consignorId, location }
  const heldBy = body.addToExisting ? await itemsHeldAt(platform, shelf, typed) : () => undefined
  const entries = typed.map((entry) => ({ ...entry, addToItemId: heldBy(entry.barcode)?.id }))
  await platform.runCommand(actor, massInputItems, { consignorId, itemName, location, entries })
  const firsts = entries.filter(({ barcode }, at) => entries.findIndex((one) => one.barcode === barcode) === at)
  const added = await storedIds(
    platform,
    firsts.map(({ id }) => id),
  )
  const ids = [...new Set(firsts.map(({ id, addToItemId }) => (added.has(id) ? id : (addToItemId ?? id))))]
  const pieces = entries.length === 1 ? '1 piece' : `${entries.length} pieces`
  return {
    message: `Added ${ids.length === 1 ? '1 item' : `${ids.length} items`} (${pieces}) to consignor inventory`,
    ids,
  }
})

/** POST /inventory/master/sale. */
export const handleRecordMasterSale = implementCall(recordMasterSaleCall, async ({ body, actor, platform, newId }) => {
  const saleId = body.saleID ?? newId()
  await platform.runCommand(
    actor,
    recordMasterSale,
    { saleId, itemId: body.masterItemID, quantity: body.quantitySold },
    { id: body.saleID },
  )
  return { message: 'Sale recorded successfully', saleID: saleId }
})
