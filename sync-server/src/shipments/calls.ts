import {
  editShipmentCall,
  listAllShipmentsCall,
  listShipmentHistoryCall,
  listShipmentsCall,
  removeAnyShipmentCall,
  removeShipmentCall,
  setShipmentStatusCall,
  submitShipmentCall,
} from '@shop/shared/shipments/calls.ts'
import { editShipment } from '@shop/shared/shipments/commands/edit-shipment.ts'
import { removeShipment } from '@shop/shared/shipments/commands/remove-shipment.ts'
import { setShipmentStatus } from '@shop/shared/shipments/commands/set-shipment-status.ts'
import { submitShipment } from '@shop/shared/shipments/commands/submit-shipment.ts'
import { type CallImplementation, implementCall } from '../platform/http/implement-call.ts'
import { requirePerson } from '../platform/http/require-person.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import { handleAddLabel, handleDownloadPostalLabel, handleRemoveLabel, handleTakeLabel } from './label-calls.ts'
import { readShipment, readShipments } from './rest-shipments.ts'

/** POST /shipments/{userId}. */
export const handleSubmitShipment = implementCall(submitShipmentCall, async ({ params, body, actor, platform, newId }) => {
  const id = body.id ?? newId()
  const { carrier, trackingNumber } = body
  await platform.runCommand(actor, submitShipment, { id, uid: params.userId.toLowerCase(), carrier, trackingNumber }, { id: body.id })
  return { message: 'Shipment submitted successfully!', shipment: await readShipment(platform, id) }
})

/** GET /shipments/{userId}. */
export const handleListShipments = implementCall(listShipmentsCall, async ({ params, actor, platform }) => ({
  shipments: await readShipments(platform, { uid: await requirePerson(platform, actor, params.userId) }),
}))

/** GET /sales/shipments/{id}. */
export const handleListShipmentHistory = implementCall(listShipmentHistoryCall, async ({ params, actor, platform }) => ({
  shipments: await readShipments(platform, { uid: await requirePerson(platform, actor, params.id) }),
}))

/** GET /shipments/admin/all. */
export const handleListAllShipments = implementCall(listAllShipmentsCall, async ({ platform }) => ({
  shipments: await readShipments(platform),
}))

/** PATCH /shipments/admin/{id}/status. */
export const handleSetShipmentStatus = implementCall(setShipmentStatusCall, async ({ params, body, actor, platform }) => {
  const { id } = await readShipment(platform, params.id)
  await platform.runCommand(actor, setShipmentStatus, { id, isDelivered: body.delivered, isProcessed: body.processed })
  return { message: 'Shipment updated successfully', shipment: await readShipment(platform, id) }
})

/** DELETE /shipments/admin/{id}. */
export const handleRemoveAnyShipment = implementCall(removeAnyShipmentCall, async ({ params, actor, platform }) => {
  const before = () => readShipment(platform, params.id)
  await platform.runCommand(actor, removeShipment, { id: params.id }, { before })
  return { message: 'Shipment deleted successfully' }
})

/** PATCH /shipments/{userId}/{id}. */
export const handleEditShipment = implementCall(editShipmentCall, async ({ params, body, actor, platform }) => {
  const { id } = await readShipment(platform, params.id, params.userId.toLowerCase())
  await platform.runCommand(actor, editShipment, { id, changes: body })
  return { message: 'Shipment updated successfully', shipment: await readShipment(platform, id) }
})

/** DELETE /shipments/{userId}/{id}. */
export const handleRemoveShipment = implementCall(removeShipmentCall, async ({ params, actor, platform }) => {
  const before = () => readShipment(platform, params.id, params.userId.toLowerCase())
  await platform.runCommand(actor, removeShipment, { id: params.id }, { before })
  return { message: 'Shipment deleted successfully' }
})

export const shipmentsCalls = ({ pictures }: { pictures: Pictures }): readonly CallImplementation[] => [
  handleSubmitShipment,
  handleListShipments,
  handleListShipmentHistory,
  handleListAllShipments,
  // the two routes of admins come before the routes with a user id, which would match 'admin'
  handleSetShipmentStatus,
  handleRemoveAnyShipment,
  handleEditShipment,
  handleRemoveShipment,
  handleAddLabel(pictures),
  handleRemoveLabel,
  handleTakeLabel,
  handleDownloadPostalLabel(pictures),
]
