import { carrierSchema, OTHER_CARRIER, trackingNumberSchema } from '@shop/shared/shipments/rules/shipment-form.ts'
import { CARRIERS, type Shipment } from '@shop/shared/shipments/schema.ts'

/** Form fields as typed. `otherCarrier`: the carrier's name when `carrier` is OTHER_CARRIER. */
export type ShipmentFormValues = { carrier: string; otherCarrier: string; trackingNumber: string }

/** '' means nothing chosen yet. */
export const CARRIER_OPTIONS = [
  { value: '', label: 'Please select' },
  { value: 'USPS', label: 'USPS' },
  { value: 'UPS', label: 'UPS' },
  { value: 'FEDEX', label: 'FedEx' },
  { value: OTHER_CARRIER, label: 'Other' },
]

export function valuesOf(shipment: Pick<Shipment, 'carrier' | 'trackingNumber'> | null): ShipmentFormValues {
  if (shipment === null) return { carrier: '', otherCarrier: '', trackingNumber: '' }
  const isKnown = CARRIERS.some((carrier) => carrier === shipment.carrier)
  return {
    carrier: isKnown ? shipment.carrier : OTHER_CARRIER,
    otherCarrier: isKnown ? '' : shipment.carrier,
    trackingNumber: shipment.trackingNumber,
  }
}

/** Carrier as stored. */
export const carrierOf = (values: ShipmentFormValues): string =>
  carrierSchema.parse(values.carrier === OTHER_CARRIER ? values.otherCarrier : values.carrier)

export function changesOf(shipment: Shipment, values: ShipmentFormValues): Partial<Pick<Shipment, 'carrier' | 'trackingNumber'>> {
  const carrier = carrierOf(values)
  const trackingNumber = trackingNumberSchema.parse(values.trackingNumber)
  return {
    ...(carrier === shipment.carrier ? {} : { carrier }),
    ...(trackingNumber === shipment.trackingNumber ? {} : { trackingNumber }),
  }
}
