import { describe, expect, it } from 'vitest'
import { carrierSchema, shipmentFormSchema } from './shipment-form.ts'

const troubles = (otherCarrier: string, carrier = 'OTHER') =>
  (shipmentFormSchema.safeParse({ carrier, otherCarrier, trackingNumber: '1' }).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ])

describe('a carrier typed under Other', () => {
  it.each(['', '  ', 'other', ' OTHER ', 'OtHeR\u0000', '\u0000\u0000'])('is refused under the name %j', (name) =>
    expect(troubles(name)).toEqual([['otherCarrier', 'Please enter carrier name']]),
  )

  it.each(['My cousin', ' usps ', 'The other one', '\ud800'])('is accepted by both the form and the shipment under the name %j', (name) => {
    expect(troubles(name)).toEqual([])
    expect(carrierSchema.safeParse(name).success).toBe(true)
  })

  it('is ignored when another carrier is chosen', () => expect(troubles('other', 'UPS')).toEqual([]))
})
