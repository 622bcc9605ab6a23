import * as z from 'zod/mini'
import { requiredText } from '../../kernel/text.ts'
import { CARRIERS, SHIPMENT_LIMITS } from '../schema.ts'

/** Option of the form for a carrier that it does not list. */
export const OTHER_CARRIER = 'OTHER'

/** Gives a known carrier its usual spelling. Every other name stays as typed. */
export function carrierName(carrier: string): string {
  return CARRIERS.find((known) => known === carrier.toUpperCase()) ?? carrier
}

/** A carrier's name, required; 'OTHER' is no name. */
export const carrierSchema = z.pipe(
  requiredText(SHIPMENT_LIMITS.carrier, 'Please select a carrier').check(
    z.refine((carrier) => carrier.toUpperCase() !== OTHER_CARRIER, 'Please enter carrier name'),
  ),
  z.transform(carrierName),
)

/** A tracking number, required. A wrong check digit is not refused. */
export const trackingNumberSchema = requiredText(SHIPMENT_LIMITS.trackingNumber, 'Please enter tracking number')

/** The form of a shipment. `otherCarrier` counts when `carrier` is OTHER. */
export const shipmentFormSchema = z
  .object({
    carrier: requiredText(SHIPMENT_LIMITS.carrier, 'Please select a carrier'),
    otherCarrier: z.string().check(z.maxLength(SHIPMENT_LIMITS.carrier, `At most ${SHIPMENT_LIMITS.carrier} characters`)),
    trackingNumber: trackingNumberSchema,
  })
  .check(
    z.refine((form) => form.carrier !== OTHER_CARRIER || carrierSchema.safeParse(form.otherCarrier).success, {
      message: 'Please enter carrier name',
      path: ['otherCarrier'],
    }),
  )
