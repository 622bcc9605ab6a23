import { expect, it } from 'vitest'
import { carrierOf, changesOf, valuesOf } from './shipment-form-values.ts'

const shipment = {
  id: '0190a0b0-0000-7000-8000-000000000001',
  uid: '0190a0b0-0000-7000-8000-000000000002',
  carrier: 'My cousin',
  trackingNumber: '12',
  isDelivered: false,
  isProcessed: false,
  submittedAtMs: 1,
  updatedAtMs: 1,
}

it('the shipment form selects a known carrier, and puts the name of another carrier behind OTHER', () => {
  expect(valuesOf(null)).toEqual({ carrier: '', otherCarrier: '', trackingNumber: '' })
  expect(valuesOf({ carrier: 'FEDEX', trackingNumber: '1' })).toEqual({ carrier: 'FEDEX', otherCarrier: '', trackingNumber: '1' })
  expect(valuesOf(shipment)).toEqual({ carrier: 'OTHER', otherCarrier: 'My cousin', trackingNumber: '12' })
})

it('the shipment form recognises a known carrier typed behind OTHER', () => {
  expect(carrierOf({ carrier: 'OTHER', otherCarrier: ' usps ', trackingNumber: '1' })).toBe('USPS')
})

it('the shipment form sends only changed fields', () => {
  expect(changesOf(shipment, valuesOf(shipment))).toEqual({})
  expect(changesOf(shipment, { ...valuesOf(shipment), trackingNumber: ' 13 ' })).toEqual({ trackingNumber: '13' })
  expect(changesOf(shipment, { carrier: 'UPS', otherCarrier: 'My cousin', trackingNumber: '12' })).toEqual({ carrier: 'UPS' })
})
