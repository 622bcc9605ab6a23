import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../kernel/define-command.ts'
import { type AuditEntry, auditEntries } from '../../settings/schema.ts'
import { ADMIN, MemoryShop, START_MS, testId } from '../../testing/memory-shop.ts'
import { boxCode, isFinished, shownShipmentId, statusOf } from '../rules/status.ts'
import { MAX_PENDING_SHIPMENTS, type Shipment, shipments } from '../schema.ts'
import { editShipment } from './edit-shipment.ts'
import { removeShipment } from './remove-shipment.ts'
import { setShipmentStatus } from './set-shipment-status.ts'
import { submitShipment } from './submit-shipment.ts'

const [ann, bob] = [testId(10), testId(11)]
const asAnn = { actor: { uid: ann, role: 'user', wasAdmin: false } satisfies Actor }
const asBob = { actor: { uid: bob, role: 'user', wasAdmin: false } satisfies Actor }
const box = testId(100)
const sent = { id: box, uid: ann, carrier: 'ups', trackingNumber: ' 1Z5R89390357567127 ' }

describe('shipments', () => {
  let shop: MemoryShop
  const boxOf = () => shop.get(shipments, box) as Shipment | undefined
  beforeEach(() => {
    shop = new MemoryShop()
    shop.addUser(ann)
    shop.addUser(bob)
  })

  it('are submitted once, and the carrier gets its usual spelling', () => {
    shop.run(submitShipment, sent, { ...asAnn, at: START_MS + 5 })
    expect(boxOf()).toEqual({
      id: box,
      uid: ann,
      carrier: 'UPS',
      trackingNumber: '1Z5R89390357567127',
      isDelivered: false,
      isProcessed: false,
      submittedAtMs: START_MS + 5,
      updatedAtMs: START_MS + 5,
    })
    expect(shop.refuse(submitShipment, sent, asAnn).code).toBe('SHIPMENT_EXISTS')
  })

  it('keep an unknown carrier as typed, and require a carrier and a tracking number', () => {
    shop.run(submitShipment, { ...sent, carrier: ' My cousin’s van ' }, asAnn)
    expect(boxOf()?.carrier).toBe('My cousin’s van')
    for (const [carrier, message] of [
      ['', 'Please select a carrier'],
      ['other', 'Please enter carrier name'],
    ])
      expect(() => shop.try(submitShipment, { ...sent, carrier }, asAnn)).toThrow(message)
    expect(() => shop.try(submitShipment, { ...sent, trackingNumber: ' ' }, asAnn)).toThrow('Please enter tracking number')
  })

  it('are submitted by their consignor, or by an admin for any existing user', () => {
    expect(shop.refuse(submitShipment, sent, asBob).code).toBe('FORBIDDEN')
    expect(shop.refuse(submitShipment, { ...sent, uid: testId(99) }).code).toBe('ACCOUNT_NOT_FOUND')
    shop.run(submitShipment, sent)
    expect(boxOf()?.uid).toBe(ann)
  })

  it('that are pending are limited for each consignor, except when an admin submits them', () => {
    for (let n = 0; n < MAX_PENDING_SHIPMENTS; n++) shop.run(submitShipment, { ...sent, id: testId(200 + n) }, asAnn)
    expect(shop.refuse(submitShipment, sent, asAnn).code).toBe('TOO_MANY_SHIPMENTS')
    shop.run(submitShipment, { ...sent, id: testId(101), uid: bob }, asBob)
    shop.run(submitShipment, { ...sent, id: testId(102) })
    shop.run(removeShipment, { id: testId(200) }, asAnn)
    expect(shop.refuse(submitShipment, sent, asAnn).code).toBe('TOO_MANY_SHIPMENTS')
    shop.run(setShipmentStatus, { id: testId(201), isProcessed: true })
    shop.run(submitShipment, sent, asAnn)
  })

  it('can be edited by their consignor while they are pending', () => {
    shop.run(submitShipment, sent, asAnn)
    shop.run(editShipment, { id: box, changes: { trackingNumber: '1' } }, asAnn)
    shop.run(editShipment, { id: box, changes: { carrier: 'usps' } }, asAnn)
    expect(boxOf()).toMatchObject({ carrier: 'USPS', trackingNumber: '1', updatedAtMs: shop.nowMs })
    expect(shop.refuse(editShipment, { id: box, changes: {} }, asBob).code).toBe('SHIPMENT_NOT_FOUND')
    expect(shop.refuse(removeShipment, { id: box }, asBob).code).toBe('SHIPMENT_NOT_FOUND')
  })

  it.each([{ isDelivered: true }, { isProcessed: true }])('cannot be changed by their consignor after this flag is set: %o', (flags) => {
    shop.run(submitShipment, sent, asAnn)
    shop.run(setShipmentStatus, { id: box, ...flags })
    expect(shop.refuse(editShipment, { id: box, changes: { carrier: 'USPS' } }, asAnn).code).toBe('SHIPMENT_CLOSED')
    expect(shop.refuse(removeShipment, { id: box }, asAnn).code).toBe('SHIPMENT_CLOSED')
    shop.run(editShipment, { id: box, changes: { carrier: 'USPS' } }, { actor: ADMIN })
    shop.run(removeShipment, { id: box }, { actor: ADMIN })
    expect(boxOf()).toBeUndefined()
  })

  it('are audited when an admin deletes them, but not when their consignor deletes them', () => {
    shop.run(submitShipment, sent, asAnn)
    shop.run(removeShipment, { id: box }, asAnn)
    expect(shop.all(auditEntries)).toEqual([])
    shop.run(submitShipment, sent, asAnn)
    shop.run(removeShipment, { id: box }, { actor: ADMIN })
    expect(shop.all<AuditEntry>(auditEntries)).toMatchObject([
      { action: 'shipments.remove', subject: ann, byUid: ADMIN.uid, before: { carrier: 'UPS', trackingNumber: '1Z5R89390357567127' } },
    ])
  })

  it('are audited when an admin reports or edits them or sets their status', () => {
    shop.run(submitShipment, sent)
    shop.run(editShipment, { id: box, changes: { carrier: 'UPS', trackingNumber: '2' } })
    shop.run(editShipment, { id: box, changes: { trackingNumber: '2' } })
    shop.run(setShipmentStatus, { id: box, isDelivered: true, isProcessed: false })
    shop.run(setShipmentStatus, { id: box, isDelivered: true })
    const [of, about] = [
      { subject: ann, byUid: ADMIN.uid },
      { carrier: 'UPS', trackingNumber: '2' },
    ]
    expect(shop.all<AuditEntry>(auditEntries).map(({ id: _id, atMs: _atMs, ...entry }) => entry)).toEqual([
      { ...of, action: 'shipments.submit', before: {}, after: { carrier: 'UPS', trackingNumber: sent.trackingNumber.trim() } },
      { ...of, action: 'shipments.edit', before: { trackingNumber: sent.trackingNumber.trim() }, after: { trackingNumber: '2' } },
      { ...of, action: 'shipments.setStatus', before: { isDelivered: false }, after: { isDelivered: true, ...about } },
    ])
  })

  it('are not audited when their consignor acts', () => {
    shop.run(submitShipment, sent, asAnn)
    shop.run(editShipment, { id: box, changes: { trackingNumber: '2' } }, asAnn)
    expect(shop.all(auditEntries)).toEqual([])
  })

  it('have two independent flags, which can also be unset', () => {
    shop.run(submitShipment, sent, asAnn)
    expect(statusOf(boxOf() as Shipment)).toBe('pending')
    shop.run(setShipmentStatus, { id: box, isProcessed: true })
    expect(statusOf(boxOf() as Shipment)).toBe('processed')
    shop.run(setShipmentStatus, { id: box, isDelivered: true })
    expect(boxOf()).toMatchObject({ isProcessed: true, isDelivered: true })
    expect([statusOf(boxOf() as Shipment), isFinished(boxOf() as Shipment)]).toEqual(['delivered', true])
    shop.run(setShipmentStatus, { id: box, isProcessed: false })
    expect(boxOf()).toMatchObject({ isProcessed: false, isDelivered: true })
    expect([...shop.run(setShipmentStatus, { id: box, isDelivered: true })]).toEqual([])
    expect(shop.refuse(setShipmentStatus, { id: testId(7), isDelivered: true }).code).toBe('SHIPMENT_NOT_FOUND')
    expect(() => shop.try(setShipmentStatus, { id: box, isDelivered: false }, asAnn)).toThrow(/may not run/)
  })

  it('are visible to their consignor and to admins, and are named by the last characters of their consignor’s uid', () => {
    shop.run(submitShipment, sent, asAnn)
    expect(shipments.audience(boxOf() as Shipment)).toEqual(['admins', `user:${ann}`])
    expect(shownShipmentId('0190a0b0-0000-7000-8000-0000abcdef12')).toBe('ABCDEF12')
  })

  it('are finished when both flags are set, and not by one of them', () => {
    const finished = [true, false].flatMap((isDelivered) => [true, false].map((isProcessed) => isFinished({ isDelivered, isProcessed })))
    expect(finished).toEqual([true, false, false, false])
  })

  it('have a code on their packing slip that no other box of the shop is likely to have', () =>
    expect(boxCode('0190a0b0-0000-7000-8000-0000abcdef12')).toBe('0000ABCDEF12'))
})
